import type { RouteLocationRaw } from 'vue-router';
import { itemParam } from '../model/item-address.ts';

/** The page of an item; null stands for a new one. */
export const itemLink = (project: string, collection: string, item: string | null): RouteLocationRaw => ({
  name: 'item',
  params: { project, collection, item: itemParam(item) },
});

/** The name under which the browser stores which items a list showed last. */
export const listKey = (project: string, collection: string): string => `octavo-list:${project}/${collection}`;
