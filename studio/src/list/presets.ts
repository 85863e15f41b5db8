import type { Preset } from '../api/presets.ts';
import type { Me } from '../api/project.ts';
import { isSame } from '../model/same.ts';
import { isRelative } from './filter/dates.ts';
import { type Condition, condition, type Expression, join, partsOf } from './filter/expression.ts';
import { isOperator, takes } from './filter/operators.ts';
import { parseFilter } from './filter/parse.ts';
import { printFilter } from './filter/print.ts';
import { isLayout, type Layout, type View } from './view.ts';

/** A condition as presets store it. */
export interface StoredFilter {
  readonly field?: unknown;
  readonly operator?: unknown;
  readonly value?: unknown;
}

type Members = Readonly<Record<string, unknown>>;

/** The parts of a preset that the older format cannot express. They are stored in `view_options`, next to the layouts'. */
interface Extra {
  readonly layout?: unknown;
  readonly filter?: unknown;
}

/** The layouts that older apps know. They show a board or a tree as a table. */
const KNOWN: readonly Layout[] = ['tabular', 'cards', 'calendar'];

/** The view that a preset describes; parts that it lacks are as in `base`. */
export function viewOfPreset(preset: Preset, base: View): View {
  const [query, options] = [members(preset.view_query), members(preset.view_options)];
  const table = members(query.tabular);
  const extra = members(options.octavo) as Extra;
  const columns = listOf(table.fields);
  const type = preset.view_type;
  const ours = isLayout(extra.layout) && !KNOWN.includes(extra.layout) && type === 'tabular' ? extra.layout : null;
  return {
    layout: ours ?? (isLayout(type) ? type : 'tabular'),
    columns: columns.length > 0 ? columns : base.columns,
    sort: typeof table.sort === 'string' ? table.sort : base.sort,
    filter: filterOf(preset.filters, extra.filter),
    q: preset.search_query ?? '',
    widths: widthsOf(members(options.tabular).widths),
    options: Object.fromEntries(
      Object.entries(options)
        .filter(([name]) => name !== 'octavo' && name !== 'tabular')
        .map(([name, of]) => [name, members(of)]),
    ),
  };
}

/** Studio's text of the filter is valid as long as the stored conditions have not been changed since. */
function filterOf(filters: unknown, text: unknown): string {
  if (typeof text === 'string' && isSame(storedFilters(parsed(text)), listOfFilters(filters))) return text;
  return printFilter(
    join(
      'and',
      listOfFilters(filters)
        .map(conditionOf)
        .filter((each) => each !== null),
    ),
  );
}

function parsed(text: string): Expression | null {
  try {
    return parseFilter(text);
  } catch {
    return null;
  }
}

/** The conditions that the older format can express: those that must all hold, with fixed values. */
function storedFilters(expression: Expression | null): readonly StoredFilter[] {
  const simple = partsOf(expression).filter((part): part is Condition => part.kind === 'condition' && isFixed(part));
  return simple.map(({ path, operator, values }) => ({ field: path, operator, value: values.join() }));
}

const isFixed = ({ operator, values }: Condition): boolean =>
  !values.some(isRelative) && (takes(operator) === 'one' || values.every((value) => !value.includes(',')));

function conditionOf({ field, operator, value }: StoredFilter): Condition | null {
  const name = String(operator ?? 'eq');
  if (typeof field !== 'string' || !isOperator(name)) return null;
  const text = Array.isArray(value) ? value.join() : String(value ?? '');
  return condition(field, name, takes(name) === 'one' ? [text] : text.split(','));
}

/** The members of a preset that store a view. */
export function presetOfView(
  view: View,
  before: Preset | null,
): Omit<Preset, 'id' | 'title' | 'user' | 'role' | 'collection'> {
  const [query, options] = [members(before?.view_query), members(before?.view_options)];
  const isKnown = KNOWN.includes(view.layout);
  const filters = storedFilters(parsed(view.filter));
  const says =
    printFilter(
      join(
        'and',
        filters.map(conditionOf).filter((each) => each !== null),
      ),
    ) === view.filter;
  const extra = { ...(!isKnown && { layout: view.layout }), ...(!says && { filter: view.filter }) };
  const { octavo: _, ...others } = options;
  return {
    search_query: view.q || null,
    filters,
    view_type: isKnown ? view.layout : 'tabular',
    view_query: {
      ...query,
      tabular: { ...members(query.tabular), fields: view.columns.join(), sort: view.sort || undefined },
    },
    view_options: {
      ...others,
      ...view.options,
      tabular: { ...members(options.tabular), widths: view.widths },
      ...(Object.keys(extra).length > 0 && { octavo: extra }),
    },
  };
}

/** The preset without a title that applies to the caller: their own, the role's, or everybody's. */
export function rememberedPreset(presets: readonly Preset[], collection: string, me: Me): Preset | null {
  const found = presets.filter((preset) => preset.collection === collection && !preset.title);
  return (
    found.find(({ user }) => user === me.id) ??
    found.find(({ user, role }) => user === null && role === me.role.id) ??
    found.find(({ user, role }) => user === null && role === null) ??
    null
  );
}

/** The caller's views of a collection that have titles. */
export const savedViews = (presets: readonly Preset[], collection: string): readonly Preset[] =>
  presets.filter((preset) => preset.collection === collection && preset.title);

function members(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function listOfFilters(value: unknown): readonly StoredFilter[] {
  const list = Array.isArray(value) ? value : Object.values(members(value));
  return list.filter((each) => typeof each === 'object' && each !== null);
}

function listOf(value: unknown): readonly string[] {
  const list = Array.isArray(value) ? value.map(String) : String(value ?? '').split(',');
  return list.map((each) => each.trim()).filter(Boolean);
}

const widthsOf = (value: unknown): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(members(value))
      .map(([path, width]) => [path, Number(width)] as const)
      .filter(([, width]) => width >= 40 && width <= 2000),
  );
