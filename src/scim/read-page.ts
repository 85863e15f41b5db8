import type { Connection } from '../dialects/dialect.ts';
import { committed } from '../persistence/source.ts';
import type { Item } from '../query/shape/decoder.ts';
import { readList } from '../services/items/read.ts';
import { isRecord } from '../shared/is-record.ts';
import { asNumber } from '../shared/text.ts';
import { type Listed, type ListParameters, listQuery, type Page } from './list.ts';
import type { ScimRequest } from './request.ts';
import type { Found } from './resource.ts';

/** Builds resources from the items of a list. */
type Finder = (request: ScimRequest, connection: Connection, items: readonly Item[]) => Promise<readonly Found[]>;

/** A page of resources. Errors 3, 300, `scimInvalidFilter`, `scimInvalidValue`. (Contract, C-20 to C-43.) */
export async function readPage(
  request: ScimRequest,
  collection: string,
  listed: Listed,
  asked: ListParameters,
  find: Finder,
): Promise<Page> {
  const { context } = request;
  const { data, meta } = await readList(committed(context), collection, listQuery(request, listed, asked));
  const items = Array.isArray(data) ? data : [data];
  const found = await find(request, context.store.database, items);
  const total = isRecord(meta) ? asNumber(meta.filter_count) : items.length;
  return { total, resources: found.map(({ resource }) => resource) };
}
