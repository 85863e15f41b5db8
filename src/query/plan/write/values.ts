import { userIdOf } from '../../../permissions/caller.ts';
import { storeValue } from '../../../schema/codec.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import type { Stamp, Stored } from '../../../schema/stored.ts';
import { sqlDatetime } from '../../../shared/datetime.ts';
import type { WriteContext } from './context.ts';
import { Hashed } from './hashed.ts';
import { mirrored } from './mirrored.ts';
import { toOneIntent } from './nested.ts';
import { type Payload, sentIn } from './payload.ts';
import type { Step, Values } from './plan.ts';

type Moment = 'onCreate' | 'onUpdate' | 'onRestore';

/**
 * The columns to write: what was sent, and what the server fills in. Related items are written first, by the steps that
 * are yielded; their columns are null until then.
 */
export function* columnValues(
  context: WriteContext,
  collection: Collection,
  payload: Payload,
  moment: Moment,
): Generator<Step, Values> {
  const stamp: Stamp = { user: userIdOf(context.caller), now: sqlDatetime(context.now) };
  const values = new Map<string, Stored>();
  for (const field of collection.fields) {
    const plain = columnValue(field, payload, moment, stamp);
    const value = plain === BROUGHT ? yield* broughtKey(context, field, sentIn(payload, field.name)) : plain;
    if (value !== undefined) values.set(field.name, value);
  }
  return values;
}

/** Placeholder for the key of an item that must be written first. */
const BROUGHT = Symbol('brought');

function columnValue(
  field: Field,
  payload: Payload,
  moment: Moment,
  stamp: Stamp,
): Stored | undefined | typeof BROUGHT {
  if (!field.column || (moment === 'onRestore' && field.column.generated)) return undefined;
  const automatic = moment === 'onRestore' ? undefined : field.type[moment];
  if (automatic && !(field.type.target && field.collection === 'directus_users')) return automatic(stamp);
  const value = sentIn(payload, field.name);
  if (value === undefined) return mirrored(field, payload);
  if (value instanceof Hashed) return value.hash;
  const isItem = field.relation?.kind === 'm2o' && typeof value === 'object' && value !== null;
  return isItem ? BROUGHT : storeValue(value, field);
}

function* broughtKey({ schema }: WriteContext, field: Field, value: unknown): Generator<Step, Stored | undefined> {
  const brought = toOneIntent(schema, field, value);
  if (brought.kind === 'key') return brought.key;
  yield { do: 'to-one', field: field.name, write: brought.write };
  return null;
}
