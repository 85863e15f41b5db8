import { PIECE } from '../../persistence/read/budget.ts';
import { plainMeta } from '../../persistence/read/meta.ts';
import { versionOfAnswer, versionOfShown } from '../../persistence/read/version.ts';
import { type ReadResult, readByKeys } from '../../services/items/read.ts';
import { readLongList, readRows, type StreamedList } from '../../services/items/stream.ts';
import { nextTurn } from '../../shared/next-turn.ts';
import type { Exchange } from '../exchange.ts';
import { exportNamed } from '../export/format.ts';
import { type Answer, NOTHING, show } from '../route.ts';

/** Code of the warning that a relation could not be read. (Contract, R-48 and P-62.) */
const UNREADABLE_RELATION = 18;

/** What a read answers: data, metadata, and a warning for each relation that the caller may not read. */
export function showRead({ data, meta, denied, version, values = 0 }: ReadResult): Answer {
  const messages = warnings(denied);
  if (Array.isArray(data) && values > PIECE)
    return { kind: 'stream', chunks: inPieces(data, values), messages, ...(meta !== undefined && { meta }) };
  return { kind: 'data', data, messages, ...(meta !== undefined && { meta }), ...(version && { version }) };
}

/** A long list in pieces that are each written at once. */
async function* inPieces<T>(items: readonly T[], values: number): AsyncGenerator<readonly T[]> {
  const size = Math.max(1, Math.floor((items.length * PIECE) / values / 2));
  for (let from = 0; from < items.length; from += size) {
    yield items.slice(from, from + size);
    await nextTurn();
  }
}

/** What a list of a collection's items answers: the list, or a file of it where the parameter `export` asks for one. */
export async function answerList(exchange: Exchange, collection: string): Promise<Answer> {
  const format = exportNamed(exchange.parameter('export'));
  const context = exchange.context();
  if (format === null) return showList(await readLongList(context, collection, exchange.query(), exchange.pageUrl()));
  return { kind: 'export', format, name: collection, ...(await readRows(context, collection, exchange.query())) };
}

/** What a read of a list answers, whether it is at hand or still to be read. */
export function showList(list: ReadResult | StreamedList): Answer {
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

/** What a write answers: the item as the caller sees it, or nothing. */
export function showWritten(result: ReadResult | null): Answer {
  return result ? showRead(result) : NOTHING;
}

/** The items of the keys in a path: one, or a list whose metadata counts the collection. Errors as of {@link readByKeys}. */
export async function answerKeys(exchange: Exchange, collection: string, keys: readonly string[]): Promise<Answer> {
  return showRead(await readByKeys(exchange.context(), collection, keys, exchange.query(), null, exchange.pageUrl()));
}

/** What is not the answer of a query: data, and the metadata that needs no counting; a mark of what is shown alone. */
export function showPlain(exchange: Exchange, collection: string, data: unknown): Answer {
  const query = exchange.query();
  const meta = query.meta ? plainMeta(query, collection, Array.isArray(data) ? data.length : null) : undefined;
  if (Array.isArray(data)) return show(data, meta);
  const version = versionOfShown(data);
  return show(data, meta, meta ? versionOfAnswer(version, meta) : version);
}
