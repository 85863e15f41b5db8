import type { Context } from '../../persistence/context.ts';
import { bindingFor } from '../../persistence/read/binding.ts';
import { countOf } from '../../persistence/read/meta.ts';
import { compiledFor } from '../../persistence/read/plans.ts';
import { committed, type Source } from '../../persistence/source.ts';
import { signatureOf, writeCursor } from '../../query/cursor.ts';
import { parseQuery } from '../../query/parse/query.ts';
import { positionOf } from '../../query/position.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Stored } from '../../schema/stored.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { textOrNull } from '../../shared/text-or-null.ts';
import { readList } from './read.ts';

/** Selects items of a collection, by list parameters as in a query string. */
export interface Selection {
  readonly filter?: string;
  readonly q?: string;
  readonly status?: string;
}

/** A batch of matching items. */
interface Matching {
  readonly keys: readonly string[];
  /** The cursor after the last of them; null if there are no more. */
  readonly after: string | null;
}

/**
 * The keys of the next matching items that the caller may read, in the order of keys. Concurrent changes cause no
 * repetitions and no gaps. Throws the errors of a list.
 */
export async function matchingKeys(
  source: Source,
  collection: Collection,
  selection: Selection,
  { after, most }: { readonly after: string | null; readonly most: number },
): Promise<Matching> {
  const { name } = primaryKeyOf(collection);
  const query = parseQuery({
    ...selection,
    fields: name,
    sort: name,
    limit: String(most),
    meta: 'cursor',
    ...(after !== null && { after }),
  });
  const { data, meta } = await readList(source, collection.name, query);
  const items = Array.isArray(data) ? data : [data];
  return { keys: items.map((item) => asText(item[name])), after: cursorIn(meta) };
}

function cursorIn(meta: unknown): string | null {
  const cursor = isRecord(meta) ? meta.cursor : null;
  return isRecord(cursor) ? textOrNull(cursor.after) : null;
}

/** The cursor after the item with a key. */
export function cursorAfter(collection: Collection, key: Stored): string {
  const field = primaryKeyOf(collection);
  return writeCursor(signatureOf(collection.name, [{ field, descending: false }]), [
    positionOf(key, field.kind ?? 'text'),
  ]);
}

/** The number of matching items that the caller may read. Throws the errors of a list. */
export function countMatching(context: Context, collection: Collection, selection: Selection): Promise<number> {
  const query = parseQuery({ ...selection, fields: primaryKeyOf(collection).name, limit: '-1' });
  const compiled = compiledFor(context, collection, query);
  return countOf(committed(context), compiled.counts.list(), bindingFor(context, query));
}
