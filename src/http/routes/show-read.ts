import { unprocessable } from '../../errors/unprocessable.ts';
import { PIECE } from '../../persistence/read/budget.ts';
import { plainMeta } from '../../persistence/read/meta.ts';
import { versionOfAnswer, versionOfShown } from '../../persistence/read/version.ts';
import { committed } from '../../persistence/source.ts';
import type { ReadResult } from '../../services/items/read.ts';
import { type JsonRead, readItemAsJson, readListAsJson } from '../../services/items/read-as-json.ts';
import { readByKeys } from '../../services/items/read-by-keys.ts';
import { type GroupsResult, isGrouped, readGroups } from '../../services/items/read-groups.ts';
import { readRows, type StreamedList } from '../../services/items/stream.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Exchange } from '../exchange.ts';
import { type ExportName, exportNamed } from '../export/format.ts';
import type { ReadRequest } from '../read-request.ts';
import { type Answer, NOTHING, show } from '../route.ts';

/** Code of the warning that a relation could not be read. (Contract, R-48 and P-62.) */
const UNREADABLE_RELATION = 18;

/** Answers a read with its data, its metadata, and a warning for each relation that the caller may not read. */
export function showRead({ data, meta, denied, version, values = 0 }: ReadResult | JsonRead): Answer {
  const messages = warnings(denied);
  if (Array.isArray(data) && values > PIECE)
    return { kind: 'stream', chunks: inPieces(data, values), values, messages, ...(meta !== undefined && { meta }) };
  return { kind: 'data', data, messages, ...(meta !== undefined && { meta }), ...(version && { version }) };
}

/** Yields a long list in chunks, each of which is written at once. */
async function* inPieces<T>(items: readonly T[], values: number): AsyncGenerator<readonly T[]> {
  const size = Math.max(1, Math.floor((items.length * PIECE) / values / 2));
  for (let from = 0; from < items.length; from += size) {
    yield items.slice(from, from + size);
    await yieldToEventLoop();
  }
}

/** Answers with a list, or with an export if requested. */
export function answerList(read: ReadRequest, collection: string): Awaitable<Answer> {
  const format = exportNamed(read.parameter('export'));
  const context = read.context();
  const query = read.query();
  if (isGrouped(query))
    return andThen(readGroups(committed(context), collection, query), (groups) => showGroups(groups, format));
  if (format === null) return andThen(readListAsJson(context, collection, query, read.pageUrl()), showList);
  return readRows(context, collection, query).then((rows) => ({ kind: 'export', format, name: collection, ...rows }));
}

function showGroups({ data, meta }: GroupsResult, format: ExportName | null): Answer {
  if (format === null) return show(data, meta);
  throw unprocessable('Groups are not exported: leave out export');
}

/** Answers with a list, complete or streamed. */
export function showList(list: ReadResult | StreamedList | JsonRead): Answer {
  if ('data' in list) return showRead(list);
  const { items, meta, denied } = list;
  return { kind: 'stream', chunks: items, ...(meta !== undefined && { meta }), messages: warnings(denied) };
}

function warnings(denied: ReadResult['denied']): object[] {
  return denied.map(({ field, collection }) => ({
    type: 'warning',
    message: `Can't read \`${collection}\`: read access to \`${collection}\` collection denied`,
    code: UNREADABLE_RELATION,
    fields: [field],
  }));
}

/** Answers a write with the item as the caller sees it, or with nothing. */
export function showWritten(result: ReadResult | null): Answer {
  return result ? showRead(result) : NOTHING;
}

/**
 * Answers with the items whose keys are in the path: one item, or a list whose metadata counts the collection. Errors
 * as for {@link readByKeys}.
 */
export function answerKeys(read: ReadRequest, collection: string, keys: readonly string[]): Awaitable<Answer> {
  const [key, ...others] = keys;
  const [context, query] = [read.context(), read.query()];
  if (key !== undefined && others.length === 0)
    return andThen(readItemAsJson(context, collection, key, query), showRead);
  return andThen(readByKeys(committed(context), collection, keys, query, { url: read.pageUrl() }), showRead);
}

/**
 * Answers with data that is not the result of a query, with metadata that requires no counting, and with an entity tag.
 */
export function showPlain(exchange: Exchange, collection: string, data: unknown): Answer {
  const query = exchange.query();
  const meta = query.meta ? plainMeta(query, collection, Array.isArray(data) ? data.length : null) : undefined;
  if (Array.isArray(data)) return show(data, meta);
  const version = versionOfShown(data);
  return show(data, meta, meta ? versionOfAnswer(version, JSON.stringify(meta)) : version);
}
