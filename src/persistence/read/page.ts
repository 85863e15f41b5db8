import { bind } from '../../dialects/bind.ts';
import type { Printed, Reader } from '../../dialects/dialect.ts';
import { writeCursor } from '../../query/cursor.ts';
import type { NodePlan } from '../../query/plan/plan.ts';
import { type PositionValue, positionOf } from '../../query/position.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Row } from '../../query/shape/row.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { valuesOf } from './budget.ts';
import type { CompiledRead } from './compiled-read.ts';
import type { CompiledWalk, ListStatements } from './list-statements.ts';
import { decodeRows, type Reading, writeRows } from './run-read.ts';

/** The cursors of a page's first and last item, if there are items before or after them. */
export interface PageEnds {
  readonly after: string | null;
  readonly before: string | null;
}

export interface Page<T = Item> {
  readonly items: T[];
  /** Absent if not requested. */
  readonly ends?: PageEnds;
}

/** Reads a list, or the page of it that begins or ends at a cursor. */
export function readPage(reader: Reader, compiled: CompiledRead, binding: Reading): Awaitable<Page> {
  return pageOf(reader, compiled, binding, (rows) => decodeRows(reader, compiled.root, rows, binding));
}

/** Reads the same page as JSON texts, written by the database where it can. The root must be {@link isWritable}. */
export function readWrittenPage(reader: Reader, compiled: CompiledRead, binding: Reading): Awaitable<Page<string>> {
  const ofRows = () => pageOf(reader, compiled, binding, (rows) => writeRows(reader, compiled.root, rows, binding));
  return andThen(writtenByDatabase(reader, compiled, binding), (page) => page ?? ofRows());
}

function pageOf<T>(
  reader: Reader,
  compiled: CompiledRead,
  binding: Reading,
  shaped: (rows: readonly Row[]) => Awaitable<{ readonly items: T[] }>,
): Awaitable<Page<T>> {
  const { list, plan } = compiled;
  return andThen(rowsOf(reader, list, compiled, binding), (rows) => {
    const page = cut(compiled, rows);
    return andThen(shaped(page.shown), ({ items }) => ({
      items,
      ...endsOf(compiled, page, plan.root.columns.length, binding.offset > 0),
    }));
  });
}

/** Null if the database cannot write every item, or if there may be more values than an answer shows at once. */
function writtenByDatabase(reader: Reader, compiled: CompiledRead, binding: Reading): Awaitable<Page<string> | null> {
  const statements = compiled.written.statements();
  if (!statements) return null;
  return andThen(rowsOf(reader, statements, compiled, binding), (rows) => {
    const written = writtenOf(compiled, cut(compiled, rows), binding);
    if (!written) compiled.written.pause();
    return written;
  });
}

function writtenOf(compiled: CompiledRead, page: Cut, { budget, offset }: Reading): Page<string> | null {
  const items = page.shown.map(([text]) => text).filter(isWritten);
  if (items.length < page.shown.length || !budget.fits(mostValuesOf(compiled, page.shown))) return null;
  return { items, ...endsOf(compiled, page, 1, offset > 0) };
}

/** Drivers truncate a text at a character that the database writes as an escape. */
const isWritten = (text: unknown): text is string => typeof text === 'string' && !text.includes('\\u0000');

/** An upper bound of the number of values in the rows. */
function mostValuesOf({ plan }: CompiledRead, rows: readonly Row[]): number {
  return rows.reduce((sum, row) => sum + plan.root.columns.length + valuesOf(row), 0);
}

/** The rows of a page to show, in the order of the list, and whether there are more. */
interface Cut {
  readonly shown: readonly Row[];
  readonly goesOn: boolean;
}

function cut({ limit, plan }: CompiledRead, rows: Row[]): Cut {
  const goesOn = limit !== null && rows.length > limit;
  const shown = goesOn ? rows.slice(0, limit) : rows;
  if (plan.cursor?.direction === 'before' && limit !== null) shown.reverse();
  return { shown, goesOn };
}

function rowsOf(
  reader: Reader,
  statements: ListStatements,
  { limit, plan }: CompiledRead,
  binding: Reading,
): Awaitable<Row[]> {
  const { walks, first: printed, more } = statements;
  const wanted = limit !== null && plan.cursor?.returned ? limit + 1 : limit;
  const first = andThen(
    alongIndex(reader, walks, plan.root.collection.table.name, binding, wanted),
    (found) => found ?? reader.all(bind(printed, binding)),
  );
  return more.length === 0 || wanted === null ? first : filledUp(reader, more, binding, wanted, first);
}

/** Adds the rows of further statements, until there are enough. */
async function filledUp(
  reader: Reader,
  more: readonly Printed[],
  binding: Reading,
  wanted: number,
  first: Awaitable<Row[]>,
): Promise<Row[]> {
  const rows = [...(await first)];
  for (const printed of more) if (rows.length < wanted) rows.push(...(await reader.all(bind(printed, binding))));
  return rows.slice(0, wanted);
}

/** The rows of a full page, if they are found near the start of an index. */
function alongIndex(
  reader: Reader,
  walks: readonly CompiledWalk[],
  table: string,
  binding: Reading,
  wanted: number | null,
): Awaitable<Row[] | undefined> {
  if (walks.length === 0) return undefined;
  const all = reader.rowsOf?.(table) ?? Number.POSITIVE_INFINITY;
  return andThen(all, (count) => alongFirst(reader, walks, binding, { wanted, all: count }));
}

/** The rows of the first walk that finds as many as wanted. Walks do not pay off in small tables. */
function alongFirst(
  reader: Reader,
  [walk, ...others]: readonly CompiledWalk[],
  binding: Reading,
  of: { readonly wanted: number | null; readonly all: number },
): Awaitable<Row[] | undefined> {
  if (!walk || of.all < walk.least) return undefined;
  return andThen(along(reader, walk, binding, of.wanted), (rows) =>
    rows.length === of.wanted ? rows : alongFirst(reader, others, binding, of),
  );
}

function along(reader: Reader, walk: CompiledWalk, binding: Reading, wanted: number | null): Awaitable<Row[]> {
  const { border } = walk;
  if (!border) return rowsOfWalk(reader, walk, binding);
  const before = (value: string | number) => rowsOfWalk(reader, walk, { ...binding, position: [value] });
  const afresh = () => andThen(border.find(reader, binding), (value) => (value === undefined ? [] : before(value)));
  const recent = border.recent(binding);
  if (recent === undefined) return afresh();
  return andThen(before(recent), (rows) => (rows.length === wanted ? rows : afresh()));
}

function rowsOfWalk(reader: Reader, { printed, inOrder }: CompiledWalk, binding: Reading): Awaitable<Row[]> {
  const rows = inOrder?.read(reader, binding);
  return andThen(rows, (found) => found ?? reader.all(bind(printed, binding)));
}

/**
 * The cursors, if requested: their values follow the first `width` columns. There are always items on the side of the
 * given cursor; on the other side there are only if an extra row was found.
 */
function endsOf(
  { plan: { cursor, root } }: CompiledRead,
  { shown, goesOn }: Cut,
  width: number,
  skipped: boolean,
): { readonly ends?: PageEnds } {
  if (!cursor?.returned) return {};
  const of = (row: Row | undefined): string | null =>
    row ? writeCursor(cursor.signature, placesOf(root.order, row.slice(width))) : null;
  const back = cursor.direction === 'before';
  const after = back || goesOn ? of(shown.at(-1)) : null;
  const before = (back ? goesOn : cursor.direction === 'after' || skipped) ? of(shown[0]) : null;
  return { ends: { after, before } };
}

/** The values by which a row is sorted, as a cursor holds them. */
function placesOf(order: NodePlan['order'], values: Row): PositionValue[] {
  const terms = 'sorted' in order ? order.sorted : order;
  return values.map((value, index) => positionOf(value, terms[index]?.field.kind ?? 'text'));
}
