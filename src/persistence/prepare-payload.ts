import { hashText, isSlowHasher } from '../auth/hashers.ts';
import { isTooLong, MAX_PASSWORD_BYTES } from '../auth/passwords.ts';
import { ApiError } from '../errors/api-error.ts';
import { brokenRule, violation } from '../errors/violations.ts';
import { answerAll, needsWorker, type Outcome, type PatternSearch } from '../patterns/pattern.ts';
import { Hashed, plainOf } from '../query/plan/write/hashed.ts';
import type { Payload } from '../query/plan/write/payload.ts';
import type { Collection } from '../schema/collection.ts';
import type { Field } from '../schema/field.ts';
import type { Schema } from '../schema/schema.ts';
import { allInTurns } from '../shared/in-turns.ts';
import { isGiven } from '../shared/is-given.ts';
import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';
import type { StoreView } from './store.ts';

/**
 * Whether nothing in a payload has to be hashed or matched against a pattern before it is written. Most payloads are
 * plain.
 */
export function isPlain({ byName }: Collection, payload: Payload): boolean {
  for (const name in payload) {
    const field = byName.get(name);
    if (field && (field.type.name === 'hash' || field.row?.validation || isNested(field, payload[name]))) return false;
  }
  return true;
}

const isNested = ({ relation }: Field, value: unknown): boolean =>
  relation !== null && typeof value === 'object' && value !== null;

/** The most items in a list: the keys of written items become parameters of the statement that reads them back. */
const MAX_ITEMS = 20_000;

/** Refuses a list of items, or of their keys, that is too long. Error 13. */
export function refuseManyItems({ length }: readonly unknown[]): void {
  if (length > MAX_ITEMS) throw new ApiError('tooManyItems', { limit: MAX_ITEMS });
}

/**
 * The payload with the values of `hash` fields hashed, including those in nested items. Hashing is slow on purpose, so
 * it is done before the transaction begins. Error 13 for too many nested items in a list.
 */
export async function hashPayload(store: StoreView, collection: Collection, payload: Payload): Promise<Payload> {
  const hashed: Record<string, unknown> = { ...payload };
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    const changed = field && hashValue(store, field, value);
    if (changed) hashed[name] = await changed;
  }
  return hashed;
}

/** Undefined if a value contains nothing to hash. */
function hashValue(store: StoreView, field: Field, value: unknown): Promise<unknown> | undefined {
  if (field.type.name === 'hash') return hashOne(store.project, field, value);
  const related = field.relation && store.catalog.schema.collections.get(field.relation.collection);
  if (!related) return undefined;
  if (Array.isArray(value)) return hashList(store, related, value);
  return isRecord(value) ? hashPayload(store, related, value) : undefined;
}

function hashList(store: StoreView, related: Collection, entries: readonly unknown[]): Promise<unknown[]> {
  refuseManyItems(entries);
  return allInTurns(entries, async (entry) => (isRecord(entry) ? hashPayload(store, related, entry) : entry));
}

/** Refuses values that hashing would ignore. Error 4. */
async function hashOne(project: string, field: Field, value: unknown): Promise<unknown> {
  if (typeof value === 'object' && value !== null) return value;
  const [text, hasher] = [asText(value ?? ''), hasherOf(field)];
  if (isSlowHasher(hasher) && isTooLong(text)) throw brokenRule(field.name, violation.bytes(MAX_PASSWORD_BYTES));
  return new Hashed(value, await hashText(project, text, hasher));
}

function hasherOf(field: Field): string {
  const options = field.row?.options;
  return isRecord(options) && typeof options.hasher === 'string' ? options.hasher : 'core';
}

/**
 * Runs pattern searches outside the event loop for the values of payloads and nested items, so that no transaction
 * waits for them. The transaction judges the results together with all other errors. Payloads after one that does not
 * match are skipped: they will not be written.
 */
export async function matchedBefore(
  { project, catalog: { schema } }: StoreView,
  collection: Collection,
  payloads: readonly Payload[],
): Promise<Map<string, Outcome>> {
  const matched = new Map<string, Outcome>();
  for (const payload of payloads) {
    const searches: PatternSearch[] = [];
    gather(schema, collection, payload, searches);
    if (searches.length > 0 && !(await answerAll(project, searches, matched))) break;
  }
  return matched;
}

/** Adds the pattern searches of a payload and its nested items to `searches`. */
function gather(schema: Schema, collection: Collection, payload: Payload, searches: PatternSearch[]): void {
  for (const [name, sent] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    const value = plainOf(sent);
    if (!field || !isGiven(value)) continue;
    if (typeof value !== 'object') addSearch(field, value, searches);
    else gatherWithin(schema, field, Array.isArray(value) ? value : [value], searches);
  }
}

function gatherWithin(schema: Schema, { relation }: Field, items: readonly unknown[], searches: PatternSearch[]): void {
  const related = relation && schema.collections.get(relation.collection);
  if (!related) return;
  for (const item of items) if (isRecord(item)) gather(schema, related, item, searches);
}

function addSearch({ row }: Field, value: unknown, searches: PatternSearch[]): void {
  const pattern = row?.validation;
  const text = asText(value);
  if (pattern && needsWorker(pattern, text)) searches.push({ pattern, text });
}
