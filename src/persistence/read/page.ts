import { bind } from '../../dialects/bind.ts';
import type { Reader } from '../../dialects/dialect.ts';
import { writeCursor } from '../../query/cursor.ts';
import type { Item, Row } from '../../query/shape/decoder.ts';
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
export async function readPage(reader: Reader, compiled: CompiledRead, binding: Reading): Promise<Page> {
  const { root, limit, plan } = compiled;
  const { cursor } = plan;
  const rows = await rowsOf(reader, compiled, binding);
  const goesOn = limit !== null && rows.length > limit;
  const shown = goesOn ? rows.slice(0, limit) : rows;
  if (cursor?.direction === 'before' && limit !== null) shown.reverse();
  const { items } = await decodeRows(reader, root, shown, binding);
  return cursor?.told ? { items, ends: endsOf(compiled, shown, goesOn, binding.offset > 0) } : { items };
}

async function rowsOf(reader: Reader, compiled: CompiledRead, binding: Reading): Promise<Row[]> {
  const { root, more, limit, plan } = compiled;
  const wanted = limit !== null && plan.cursor?.told ? limit + 1 : limit;
  const found = await alongIndex(reader, compiled, binding, wanted);
  const rows = found ?? (await reader.all(bind(root.printed, binding)));
  if (more.length === 0 || wanted === null) return rows;
  for (const printed of more) if (rows.length < wanted) rows.push(...(await reader.all(bind(printed, binding))));
  return rows.slice(0, wanted);
}

/** The rows of a whole page, if they are found near the start of an index. */
async function alongIndex(
  reader: Reader,
  { walks, plan }: CompiledRead,
  binding: Reading,
  wanted: number | null,
): Promise<Row[] | undefined> {
  if (walks.length === 0) return undefined;
  const all = (await reader.rowsOf?.(plan.root.collection.table.name)) ?? Number.POSITIVE_INFINITY;
  for (const walk of walks) {
    if (all < walk.least) return undefined;
    const rows = await along(reader, walk, binding);
    if (rows.length === wanted) return rows;
  }
  return undefined;
}

async function along(reader: Reader, { printed, border }: CompiledWalk, binding: Reading): Promise<Row[]> {
  if (!border) return reader.all(bind(printed, binding));
  const [value] = (await reader.all(bind(border, binding)))[0] ?? [];
  if (value === undefined) return [];
  return reader.all(bind(printed, { ...binding, position: [value as string | number] }));
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
