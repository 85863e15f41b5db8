import type { Context } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { type PageUrl, readMeta } from '../../persistence/read/meta.ts';
import { readWrittenPage, type WrittenPage } from '../../persistence/read/page.ts';
import { committed, type Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { collectionOf } from '../../schema/schema.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { JsonText } from '../../shared/json-text.ts';
import { readRulesOf } from '../system/read-rules.ts';
import { atPlace, type Begun, beginRead, listBegun, type ReadResult } from './read.ts';
import { mayStream, readLongList, type StreamedList } from './stream.ts';

/** A list that the database has written as JSON. */
export interface WrittenList extends Omit<ReadResult, 'data'> {
  readonly data: JsonText;
}

/**
 * Reads a list as {@link readLongList} does, with the same errors. The database writes the items as JSON where it can, and
 * where nothing else decides what is shown of them.
 */
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
  return andThen(
    atPlace(context, query, () => readWrittenPage(reader, begun.compiled, begun.binding)),
    (page) => (page ? listOf(begun, page, url) : listBegun(begun, url)),
  );
}

function listOf(begun: Begun, { texts, ends }: WrittenPage, url: PageUrl | undefined): Awaitable<WrittenList> {
  const list = { data: JsonText.listOf(texts), denied: begun.compiled.plan.denied };
  if (!begun.query.meta) return list;
  return readMeta({ ...begun, url, ends }, texts.length).then((meta) => ({ ...list, meta }));
}
