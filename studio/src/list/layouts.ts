import { Calendar, Columns3, LayoutGrid, ListTree, Rows3 } from '@lucide/vue';
import { type Component, defineAsyncComponent } from 'vue';
import type { Collection } from '../model/collection.ts';
import { kindOf } from './kinds.ts';
import type { Layout } from './view.ts';

/** The layouts other than the table, each loaded when it is first shown. */
const FILES = import.meta.glob<{ readonly default: Component }>('./layouts/{cards,board,calendar,tree}.vue');

const pathOf = (layout: Layout): string => `./layouts/${layout}.vue`;

const COMPONENTS: ReadonlyMap<string, Component> = new Map(
  Object.entries(FILES).map(([path, load]) => [path, defineAsyncComponent(load)]),
);

/** The component of a layout; null for the table. */
export const layoutComponent = (layout: Layout): Component | null => COMPONENTS.get(pathOf(layout)) ?? null;

const MAKES_SENSE: Readonly<Record<Layout, (collection: Collection) => boolean>> = {
  tabular: () => true,
  cards: () => true,
  board: ({ fields }) => fields.some((field) => ['status', 'choice'].includes(kindOf(field))),
  calendar: ({ fields }) => fields.some((field) => ['date', 'datetime'].includes(kindOf(field))),
  tree: ({ fields, name }) =>
    fields.some(({ relation }) => relation?.kind === 'to-one' && relation.collection === name),
};

/** The layouts in which a collection can be shown. */
export const layoutsOf = (collection: Collection): readonly Layout[] =>
  (Object.keys(MAKES_SENSE) as Layout[]).filter(
    (layout) => MAKES_SENSE[layout](collection) && (layout === 'tabular' || COMPONENTS.has(pathOf(layout))),
  );

export const LAYOUT_ICONS: Readonly<Record<Layout, Component>> = {
  tabular: Rows3,
  cards: LayoutGrid,
  board: Columns3,
  calendar: Calendar,
  tree: ListTree,
};
