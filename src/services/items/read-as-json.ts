import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { PIECE } from '../../persistence/read/budget.ts';
import type { CompiledRead } from '../../persistence/read/compiled-read.ts';
import { isWritable } from '../../persistence/read/forms.ts';
import { type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { type Page, readWrittenPage } from '../../persistence/read/page.ts';
import { runWritten } from '../../persistence/read/run-read.ts';
import { versionOf, versionOfAnswer } from '../../persistence/read/version.ts';
import { committed, type Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { JsonText } from '../../shared/json-text.ts';
import { readRulesOf } from '../system/read-rules.ts';
import { atPlace, type Begun, beginRead, listBegun, type ReadResult } from './read.ts';
import { beginKeys, listOfItem, readByKeys } from './read-by-keys.ts';
import { mayStream, readLongList, type StreamedList } from './stream.ts';

/** A read result whose data is already JSON. */
export interface JsonRead extends Omit<ReadResult, 'data'> {
  /** A list with many values has its items one by one, so that they can be sent in chunks. */
  readonly data: JsonText | readonly JsonText[];
}

/**
 * Reads a list as {@link readLongList} does, with the same errors, but writes it as JSON directly if no rule or
 * extension has to see its items.
 */
export function readListAsJson(
  context: Context,
  collection: string,
  query: Query,
  url?: PageUrl,
): Awaitable<ReadResult | StreamedList | JsonRead> {
  if (!mayBeWritten(context, collection, query)) return readLongList(context, collection, query, url);
  const source = committed(context);
  return onCurrentSchema(source, () => listNow(source, collection, query, url));
}

function mayBeWritten(context: Context, collection: string, query: Query): boolean {
  return !isRuled(context, collection) && query.single === null && !query.versioned && !mayStream(context, query);
}

/** Whether rules or extensions have to see the items before they are shown. */
const isRuled = ({ store }: Context, collection: string): boolean =>
  store.extensions !== null || readRulesOf(collection) !== undefined;

function listNow(
  source: Source,
  name: string,
  query: Query,
  url: PageUrl | undefined,
): Awaitable<ReadResult | JsonRead> {
  const { context, reader } = source;
  const begun = beginRead(source, presentCollection(context, name), query);
  if (!isWritable(begun.compiled.root)) return listBegun(begun, url);
  return andThen(
    atPlace(context, query, () => readWrittenPage(reader, begun.compiled, begun.binding)),
    (page) => listOf(begun, page, url),
  );
}

/** Items without any field are left out. (Contract, Q-24.) */
const isEmpty = (text: string): boolean => text === '{}';

function listOf(begun: Begun, { items, ends }: Page<string>, url: PageUrl | undefined): Awaitable<JsonRead> {
  const { compiled, binding, query } = begun;
  const shown = items.some(isEmpty) ? items.filter((text) => !isEmpty(text)) : items;
  const { values } = binding.budget;
  const data = values > PIECE ? shown.map((text) => new JsonText(text)) : JsonText.listOf(shown);
  const list = { data, denied: compiled.plan.denied, values };
  if (!query.meta) return list;
  return readMeta({ ...begun, url, ends }, shown.length).then((meta) => ({ ...list, meta }));
}

/**
 * Reads the item with a key as {@link readByKeys} does, with the same errors, but writes it as JSON directly if no rule
 * or extension has to see it.
 */
export function readItemAsJson(
  context: Context,
  collection: string,
  key: string,
  query: Query,
): Awaitable<ReadResult | JsonRead> {
  const source = committed(context);
  if (query.meta || isRuled(context, collection)) return readByKeys(source, collection, [key], query);
  return onCurrentSchema(source, () => itemNow(source, collection, key, query));
}

function itemNow(source: Source, name: string, key: string, query: Query): Awaitable<ReadResult | JsonRead> {
  const begun = beginKeys(source, presentCollection(source.context, name), [key], query);
  const { compiled, binding, reader } = begun;
  if (!isWritable(compiled.root)) return readByKeys(source, name, [key], query);
  return andThen(runWritten(reader, compiled.root, binding), ({ items: [item], rows: [row] }) => {
    if (item === undefined) throw new ApiError('itemWithIdNotFound', { id: key });
    return itemOf(compiled, item, versionOf(compiled, row));
  });
}

function itemOf({ plan, root }: CompiledRead, item: string, own = ''): JsonRead {
  const { denied } = plan;
  if (isEmpty(item)) return { data: [], denied };
  const version = root.children.length === 0 ? own : versionOfAnswer(own, listOfItem(item));
  return { data: new JsonText(item), denied, version };
}
