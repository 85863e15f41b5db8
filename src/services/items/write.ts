import { ApiError, isRefusal, isWithheld } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { violation } from '../../errors/violations.ts';
import type { Context } from '../../persistence/context.ts';
import { replanned } from '../../persistence/current-schema.ts';
import { writeTo } from '../../persistence/in-transaction.ts';
import { createOnce, type Done } from '../../persistence/once.ts';
import { hashPayload, isPlain, matchedBefore, refuseManyItems } from '../../persistence/prepare-payload.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { isTooLarge } from '../../persistence/read/run-read.ts';
import type { Whole } from '../../persistence/read/whole.ts';
import { renewed } from '../../persistence/renewed.ts';
import { committed, type Source } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import { sentKey, toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { checkCreation } from '../../query/plan/write/permit.ts';
import type { How } from '../../query/plan/write/plan.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { hasOneForm, keyName } from '../../schema/key-name.ts';
import { keyText } from '../../schema/key-text.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { allInTurns, everyInTurns } from '../../shared/in-turns.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { withFields, withoutFields } from './added-fields.ts';
import { areAlike, createEach, createTogether } from './create-many.ts';
import { type Answers, type Written, withoutWhole } from './execute.ts';
import { rightsOf } from './guard.ts';
import { writeLockOf } from './lock-key.ts';
import type { ReadResult } from './read.ts';
import { checkKeys, readByKeys } from './read-by-keys.ts';
import { refuseChanged } from './unchanged.ts';
import { createItem, deleteItem, updateItem } from './write-item.ts';

/**
 * Creates an item, or a list of items: all or none. An empty list counts as one empty item. Returns what the caller may
 * read of the result, else null.
 */
export const createItems = replanned(createNow);

async function createNow(
  given: Context,
  collectionName: string,
  body: unknown,
  query: Query,
): Promise<ReadResult | null> {
  const collection = presentCollection(given, collectionName);
  const many = Array.isArray(body) && body.length > 0;
  const sent = many ? body : [Array.isArray(body) ? {} : body];
  const { context, payloads, answers } = await prepared(given, collection, 'create', sent);
  const lock = writeLockOf(context, collection, { verb: 'create', payloads });
  let create = creationOf(context, collection, payloads);
  return createOnce(context, {
    begin: (whole, work) =>
      writeTo(whole, collection, work, { lock }).catch((error: unknown) => {
        if (create !== createTogether || !isRefusal(error)) throw error;
        // If a batch is refused, creating each item alone finds the faulty one.
        create = createEach;
        return writeTo(whole, collection, work, { lock });
      }),
    write: async (tx: Transaction) => {
      const done = writtenBy(tx, await create(tx, collection, payloads, answers));
      checkAnswer(tx, collection, done.written, many, query);
      return done;
    },
    answer: (source, keys, whole) => readWritten(source, collection, keys, many, query, whole),
    permitted: () => {
      for (const payload of payloads) checkCreation(rightsOf(context), collection, payload);
    },
  });
}

function creationOf(context: Context, collection: Collection, payloads: readonly Payload[]): typeof createEach {
  if (payloads.length === 1) return createOne;
  return areAlike(context, collection, payloads) ? createTogether : createEach;
}

const createOne: typeof createEach = async (tx, collection, [payload = {}], answers) => [
  await createItem(tx, collection, payload, {}, answers),
];

/** Makes the same change to the items with these keys: all or none. */
export const updateItems = replanned(updateNow);

async function updateNow(
  given: Context,
  collectionName: string,
  keys: readonly string[],
  body: unknown,
  query: Query,
): Promise<ReadResult | null> {
  const collection = presentCollection(given, collectionName);
  refuseManyItems(keys);
  const sent = [Array.isArray(body) ? { ...body } : body];
  const { context, payloads, answers } = await prepared(given, collection, 'update', sent);
  const [payload = {}] = payloads;
  const how: How = { whole: keys.length === 1 };
  const lock = writeLockOf(context, collection, { verb: 'update', payloads, keys });
  const change = async (tx: Transaction): Promise<Done<string[]>> => {
    const written: Written[] = [];
    for (const key of keys) {
      await refuseChanged(tx, collection, key);
      const one = await updateItem(tx, collection, key, payload, how, answers);
      written.push(keys.length === 1 ? one : withoutWhole(one));
    }
    checkAnswer(tx, collection, keys, keys.length > 1, query);
    return writtenBy(tx, written);
  };
  const { whole } = await writeTo(context, collection, change, { lock });
  return readWritten(committed(context), collection, keys, keys.length > 1, query, whole);
}

/** Changes a list of items, each sent with its key: all or none. Errors: 12 for an item without a key. */
export const updateEach = replanned(updateEachNow);

async function updateEachNow(
  given: Context,
  collectionName: string,
  body: unknown,
  query: Query,
): Promise<ReadResult | null> {
  const collection = presentCollection(given, collectionName);
  if (!Array.isArray(body)) throw new ApiError('itemNotFound');
  const { context, payloads, answers } = await prepared(given, collection, 'update', body);
  const name = primaryKeyOf(collection).name;
  if (payloads.some((payload) => payload[name] === undefined || payload[name] === null))
    throw new ApiError('primaryKeyMissing', { key: name });
  const keys = payloads.map((payload) => sentKey(collection, payload[name]));
  await writeTo(context, collection, async (tx) => {
    for (const [index, payload] of payloads.entries()) {
      await refuseChanged(tx, collection, keys[index] ?? '');
      await updateItem(tx, collection, keys[index] ?? '', payload, {}, answers);
    }
    checkAnswer(tx, collection, keys, true, query);
  });
  return readWritten(committed(context), collection, keys, true, query);
}

/** Deletes the items with these keys: all or none. */
export const deleteItems = replanned(deleteNow);

async function deleteNow(context: Context, collectionName: string, keys: readonly string[]): Promise<void> {
  const collection = presentCollection(context, collectionName);
  refuseManyItems(keys);
  await writeTo(context, collection, async (tx) => {
    for (const key of keys) {
      await refuseChanged(tx, collection, key);
      await deleteItem(tx, collection, key);
    }
  });
}

/** Returns the written keys, and the recorded item if it is the only one and nothing was written after it. */
function writtenBy({ changes }: Transaction, written: readonly Written[]): Done<string[]> {
  const [first] = written;
  const isLatest = written.length === 1 && first?.change && changes.isLatest(first.change);
  return {
    written: written.map(({ key }) => keyText(key)),
    ...(isLatest && first.whole && { whole: first.whole }),
  };
}

interface Prepared {
  /** The context with its present caller: slow work gives time for the access to end. */
  readonly context: Context;
  readonly payloads: readonly Payload[];
  /** The outcomes of slow pattern matches, found before the transaction. */
  readonly answers: Answers;
}

/** Does slow work before the transaction, but not for callers who will be refused anyway. */
async function prepared(
  context: Context,
  collection: Collection,
  action: 'create' | 'update',
  items: readonly unknown[],
): Promise<Prepared> {
  refuseManyItems(items);
  const payloads = items.map(toPayload);
  const { policy } = context.store.catalog;
  const isReady = await everyInTurns(payloads, (payload) => isPlain(collection, payload));
  if (isReady || !policy(context.caller).collection(collection.name).allows(action))
    return { context, payloads, answers: new Map() };
  const hashed = await allInTurns(payloads, (payload) => hashPayload(context.store, collection, payload));
  const answers = await matchedBefore(context.store, collection, hashed);
  return { context: await renewed(context), payloads: hashed, answers };
}

function toPayload(item: unknown): Payload {
  if (isRecord(item)) return item;
  throw unprocessable(`item: ${violation.type('object')}`);
}

/**
 * Refuses a write if its answer cannot be shown, for example because of an unknown field. Must run at the end of the
 * transaction, so that a write that is answered with an error is rolled back. Throws the errors of reads. (Contract,
 * I-24.)
 */
export function checkAnswer(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  many: boolean,
  query: Query,
): void {
  try {
    checkKeys(source, collection, keys, many ? ofList(source, query) : query, { statuses: '*' });
  } catch (error) {
    if (!isWithheld(error)) throw error;
  }
}

/**
 * Returns the written items as the caller sees them; null if the caller may read none of them, or if they are too large
 * to be shown. Lists carry no metadata. `whole` is what the transaction has read of the only item. (Contract, I-20 to
 * I-24.)
 */
export async function readWritten(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  many: boolean,
  query: Query,
  whole?: Whole,
): Promise<ReadResult | null> {
  try {
    return many
      ? await readList(source, collection, keys, ofList(source, query))
      : await readAgain(source, collection, keys, query, whole);
  } catch (error) {
    if (isWithheld(error) || isTooLarge(error)) return null;
    throw error;
  }
}

const ofList = ({ context: { store } }: Source, query: Query): Query => ({
  ...query,
  limit: store.catalog.settings.maxLimit ?? -1,
  offset: null,
  page: null,
  meta: null,
});

/** With extensions, always reads the item again: hooks may have changed it further. */
function readAgain(
  source: Source,
  { name }: Collection,
  keys: readonly string[],
  query: Query,
  whole: Whole | undefined,
): Awaitable<ReadResult> {
  const isKnown = keys.length === 1 && !source.context.store.extensions;
  return readByKeys(source, name, keys, query, { statuses: '*', whole: isKnown ? whole : undefined });
}

/** Returns written items in the order in which they were sent; null if there are none. */
async function readList(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  query: Query,
): Promise<ReadResult | null> {
  const { name } = primaryKeyOf(collection);
  const result = await readByKeys(source, collection.name, keys, withFields(query, [name]), { statuses: '*' });
  const list = Array.isArray(result.data) ? result.data : [result.data];
  const data = inOrder(list, collection, keys).map((item) => withoutFields(item, [name], query));
  return data.length === 0 ? null : { ...result, data };
}

function inOrder(items: readonly Item[], collection: Collection, keys: readonly string[]): Item[] {
  const key = primaryKeyOf(collection);
  const nameOf = (text: string): string => (hasOneForm(key) ? text : keyName(toKey(collection, text), key));
  const place = new Map(keys.map((text, index) => [nameOf(text), index]));
  const placed = items.map((item) => [place.get(nameOf(asText(item[key.name]))) ?? 0, item] as const);
  return placed.sort(([one], [other]) => one - other).map(([, item]) => item);
}
