import type { RouteLocationRaw } from 'vue-router';

/** The page of an item. */
export const itemLink = (project: string, collection: string, item: string): RouteLocationRaw => ({
  name: 'item',
  params: { project, collection, item },
});

/** What stands for the key of an item that is not created yet. */
export const NEW = '+';

/** Under what name the browser keeps which items a list showed last. */
export const listKey = (project: string, collection: string): string => `octavo-list:${project}/${collection}`;
