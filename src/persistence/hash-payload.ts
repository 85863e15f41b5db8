import { hashText, isSlowHasher } from '../auth/hashers.ts';
import { isTooLong, MAX_PASSWORD_BYTES } from '../auth/passwords.ts';
import { ApiError } from '../errors/api-error.ts';
import { violation } from '../errors/violations.ts';
import { Hashed } from '../query/plan/write/hashed.ts';
import type { Payload } from '../query/plan/write/validate.ts';
import type { Collection } from '../schema/collection.ts';
import type { Field } from '../schema/field.ts';
import type { Schema } from '../schema/schema.ts';
import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';

/**
 * The payload with the values of `hash` fields hashed, in nested items too. Hashing is slow on purpose, so it is done
 * before a transaction begins.
 */
export async function hashPayload(schema: Schema, collection: Collection, payload: Payload): Promise<Payload> {
  const hashed: Record<string, unknown> = { ...payload };
  for (const [name, value] of Object.entries(payload)) {
    const field = collection.byName.get(name);
    const changed = field && hashValue(schema, field, value);
    if (changed) hashed[name] = await changed;
  }
  return hashed;
}

/** Undefined where nothing of a value is to be hashed. */
function hashValue(schema: Schema, field: Field, value: unknown): Promise<unknown> | undefined {
  if (field.type.name === 'hash') return hashOne(field, value);
  const related = field.relation && schema.collections.get(field.relation.collection);
  if (!related) return undefined;
  if (Array.isArray(value))
    return Promise.all(value.map((entry) => (isRecord(entry) ? hashPayload(schema, related, entry) : entry)));
  return isRecord(value) ? hashPayload(schema, related, value) : undefined;
}

/** What a hash would leave out is refused, not left out. Error 4. */
async function hashOne(field: Field, value: unknown): Promise<unknown> {
  if (typeof value === 'object' && value !== null) return value;
  const [text, hasher] = [asText(value ?? ''), hasherOf(field)];
  if (isSlowHasher(hasher) && isTooLong(text))
    throw new ApiError('validation', { violations: `${field.name}: ${violation.bytes(MAX_PASSWORD_BYTES)}` });
  return new Hashed(value, await hashText(text, hasher));
}

function hasherOf(field: Field): string {
  const options = field.row?.options;
  return isRecord(options) && typeof options.hasher === 'string' ? options.hasher : 'core';
}
