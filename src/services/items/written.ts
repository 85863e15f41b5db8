import type { Context } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { PIECE } from '../../persistence/read/budget.ts';
import { isWritable } from '../../persistence/read/forms.ts';
import { type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { type Page, readWrittenPage } from '../../persistence/read/page.ts';
import { committed, type Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { collectionOf } from '../../schema/schema.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { JsonText } from '../../shared/json-text.ts';
import { readRulesOf } from '../system/read-rules.ts';
import { atPlace, type Begun, beginRead, listBegun, type ReadResult } from './read.ts';
import { mayStream, readLongList, type StreamedList } from './stream.ts';

/** A list whose items are written as JSON. */
export interface WrittenList extends Omit<ReadResult, 'data'> {
  /** The items one by one where there are many values, which are sent in pieces. */
  readonly data: JsonText | readonly JsonText[];
}

/** Reads a list as {@link readLongList} does, with the same errors, and writes it as JSON where nothing else looks at its items. */
export function readWritten(
  context: Context,
  collection: string,
  query: Query,
  url?: PageUrl,
): Awaitable<ReadResult | StreamedList | WrittenList> {
  if (!mayBeWritten(context, collection, query)) return readLongList(context, collection, query, url);
  const source = committed(context);
  return onCurrentSchema(source, () => writtenNow(source, collection, query, url));
}

function mayBeWritten(context: Context, collection: string, query: Query): boolean {
  const isRuled = context.store.extensions !== null || readRulesOf(collection) !== undefined;
  return !isRuled && query.single === null && !query.versioned && !mayStream(context, query);
}

function writtenNow(
  source: Source,
  name: string,
  query: Query,
  url: PageUrl | undefined,
): Awaitable<ReadResult | WrittenList> {
  const { context, reader } = source;
  const begun = beginRead(source, collectionOf(context.store.catalog.schema, name), query);
  if (!isWritable(begun.compiled.root)) return listBegun(begun, url);
  return andThen(
    atPlace(context, query, () => readWrittenPage(reader, begun.compiled, begun.binding)),
    (page) => listOf(begun, page, url),
  );
}

/** Items without any field are left out. (Contract, Q-24.) */
const isEmpty = (text: string): boolean => text === '{}';

function listOf(begun: Begun, { items, ends }: Page<string>, url: PageUrl | undefined): Awaitable<WrittenList> {
  const { compiled, binding, query } = begun;
  const shown = items.some(isEmpty) ? items.filter((text) => !isEmpty(text)) : items;
  const { values } = binding.budget;
  const data = values > PIECE ? shown.map((text) => new JsonText(text)) : JsonText.listOf(shown);
  const list = { data, denied: compiled.plan.denied, values };
  if (!query.meta) return list;
  return readMeta({ ...begun, url, ends }, shown.length).then((meta) => ({ ...list, meta }));
}
