import { bind } from '../../dialects/bind.ts';
import type { Printed, Reader } from '../../dialects/dialect.ts';
import { writeCursor } from '../../query/cursor.ts';
import type { Item, Row } from '../../query/shape/decoder.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import type { CompiledRead, CompiledWalk } from './compiled-read.ts';
import { decodeRows, type Reading } from './run-read.ts';

/** The cursors of a page's first and last item, if there are items before or after them. */
export interface PageEnds {
  readonly after: string | null;
  readonly before: string | null;
}

export interface Page {
  readonly items: Item[];
  /** Absent if not requested. */
  readonly ends?: PageEnds;
}

/** Reads a list, or the page of it that begins or ends at a cursor. */
export function readPage(reader: Reader, compiled: CompiledRead, binding: Reading): Awaitable<Page> {
  return andThen(rowsOf(reader, compiled, binding), (rows) => pageOf(reader, compiled, binding, rows));
}

function pageOf(reader: Reader, compiled: CompiledRead, binding: Reading, rows: Row[]): Awaitable<Page> {
  const { root, limit, plan } = compiled;
  const { cursor } = plan;
  const goesOn = limit !== null && rows.length > limit;
  const shown = goesOn ? rows.slice(0, limit) : rows;
  if (cursor?.direction === 'before' && limit !== null) shown.reverse();
  return andThen(decodeRows(reader, root, shown, binding), ({ items }) =>
    cursor?.told ? { items, ends: endsOf(compiled, shown, goesOn, binding.offset > 0) } : { items },
  );
}

function rowsOf(reader: Reader, compiled: CompiledRead, binding: Reading): Awaitable<Row[]> {
  const { root, more, limit, plan } = compiled;
  const wanted = limit !== null && plan.cursor?.told ? limit + 1 : limit;
  const first = andThen(
    alongIndex(reader, compiled, binding, wanted),
    (found) => found ?? reader.all(bind(root.printed, binding)),
  );
  return more.length === 0 || wanted === null ? first : filledUp(reader, more, binding, wanted, first);
}

/** Adds what further statements find, until there are enough rows. */
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

/** The rows of a whole page, if they are found near the start of an index. */
function alongIndex(
  reader: Reader,
  { walks, plan }: CompiledRead,
  binding: Reading,
  wanted: number | null,
): Awaitable<Row[] | undefined> {
  if (walks.length === 0) return undefined;
  const all = reader.rowsOf?.(plan.root.collection.table.name) ?? Number.POSITIVE_INFINITY;
  return andThen(all, (count) => alongFirst(reader, walks, binding, { wanted, all: count }));
}

/** The rows of the first walk that finds as many as are wanted; it makes no sense in a table that is too small. */
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

function along(
  reader: Reader,
  { printed, border }: CompiledWalk,
  binding: Reading,
  wanted: number | null,
): Awaitable<Row[]> {
  if (!border) return reader.all(bind(printed, binding));
  const before = (value: string | number) => reader.all(bind(printed, { ...binding, position: [value] }));
  const afresh = () => andThen(border.find(reader, binding), (value) => (value === undefined ? [] : before(value)));
  const recent = border.recent(binding);
  if (recent === undefined) return afresh();
  return andThen(before(recent), (rows) => (rows.length === wanted ? rows : afresh()));
}

/** There are always items on the side of the given cursor; on the other side only if an extra row was found. */
function endsOf({ plan }: CompiledRead, rows: readonly Row[], goesOn: boolean, skipped: boolean): PageEnds {
  const { cursor, root } = plan;
  if (!cursor) return { after: null, before: null };
  const of = (row: Row | undefined): string | null =>
    row ? writeCursor(cursor.signature, row.slice(root.columns.length)) : null;
  const back = cursor.direction === 'before';
  return {
    after: back || goesOn ? of(rows.at(-1)) : null,
    before: (back ? goesOn : cursor.direction === 'after' || skipped) ? of(rows[0]) : null,
  };
}
