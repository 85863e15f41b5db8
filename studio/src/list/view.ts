import type { LocationQuery, LocationQueryRaw } from 'vue-router';
import { isSame } from '../model/same.ts';

/** The layout of items. `tabular` is the table's name in presets. */
export type Layout = 'tabular' | 'cards' | 'board' | 'calendar' | 'tree';

/** What a list shows, and how. */
export interface View {
  readonly layout: Layout;
  /** Paths of the table's columns. */
  readonly columns: readonly string[];
  /** A field, with `-` in front where the greatest comes first; empty for the collection's order. */
  readonly sort: string;
  /** In the query language. */
  readonly filter: string;
  readonly q: string;
  /** Widths of columns that somebody changed, in pixels. */
  readonly widths: Readonly<Record<string, number>>;
  /** The settings of layouts other than the table, by layout. */
  readonly options: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const LAYOUTS: readonly string[] = ['tabular', 'cards', 'board', 'calendar', 'tree'];
export const isLayout = (name: unknown): name is Layout => typeof name === 'string' && LAYOUTS.includes(name);

/** The view that an address describes; parts that it lacks are as in `base`. */
export function viewOf(query: LocationQuery, base: View): View {
  const text = (name: string): string | undefined => [query[name]].flat().at(-1) ?? undefined;
  const layout = text('layout');
  const view = {
    ...base,
    layout: isLayout(layout) ? layout : layout === 'table' ? ('tabular' as const) : base.layout,
    sort: text('sort') ?? base.sort,
    filter: text('filter') ?? base.filter,
    q: text('q') ?? base.q,
    columns: text('columns')?.split(',').filter(Boolean) ?? base.columns,
  };
  return { ...view, options: withOptions(base.options, view.layout, query) };
}

/** Settings of the current layout have parameters of their own: `by.field=status`. */
const PREFIX = 'by.';

function withOptions(options: View['options'], layout: Layout, query: LocationQuery): View['options'] {
  const given = Object.entries(query).filter(([name]) => name.startsWith(PREFIX));
  if (given.length === 0) return options;
  const own = given.map(
    ([name, value]) => [name.slice(PREFIX.length), readOption([value].flat().at(-1) ?? '')] as const,
  );
  return { ...options, [layout]: { ...options[layout], ...Object.fromEntries(own) } };
}

function readOption(text: string): unknown {
  if (!/^(?:[[{"]|true$|false$|null$|-?\d+$)/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The parameters that describe a view: only what differs from `base`. */
export function queryOf(view: View, base: View): LocationQueryRaw {
  const query: LocationQueryRaw = {};
  if (view.q !== base.q) query.q = view.q;
  if (view.filter !== base.filter) query.filter = view.filter;
  if (view.sort !== base.sort) query.sort = view.sort;
  if (!isSame(view.columns, base.columns)) query.columns = view.columns.join();
  if (view.layout !== base.layout) query.layout = view.layout === 'tabular' ? 'table' : view.layout;
  const [options, others] = [view.options[view.layout] ?? {}, base.options[view.layout] ?? {}];
  for (const [name, value] of Object.entries(options))
    if (!isSame(value, others[name])) query[PREFIX + name] = writeOption(value);
  return query;
}

const writeOption = (value: unknown): string =>
  typeof value === 'string' && readOption(value) === value ? value : JSON.stringify(value);

/** Whether two views show the same, widths and options aside. */
export const showsSame = (one: View, other: View): boolean =>
  isSame(
    [one.layout, one.columns, one.sort, one.filter, one.q],
    [other.layout, other.columns, other.sort, other.filter, other.q],
  );
