import { ApiError } from '../../../errors/api-error.ts';
import type { ErrorName } from '../../../errors/catalogue.ts';
import { readerOf, validateValue } from '../../../schema/codec.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Field } from '../../../schema/field.ts';
import { primaryKeyOf } from '../../../schema/schema.ts';
import { shownKey } from '../../../schema/shown-key.ts';
import { isSystemCollection } from '../../../schema/system/tables.ts';
import { withoutProperty } from '../../../shared/without-property.ts';
import type { WriteContext } from './context.ts';
import { extended } from './extended.ts';
import { toManySteps } from './nested.ts';
import type { Payload } from './payload.ts';
import { checkWritable, permitResult, permitUpdate, permitWritten, rowsToSee } from './permit.ts';
import type { How, Step, Values, WritePlan } from './plan.ts';
import { planOf } from './plan.ts';
import { recordStep } from './recorded.ts';
import { referencesIn } from './references.ts';
import { hidesItem } from './status-of.ts';
import { mistakes, validated } from './validate.ts';
import { columnValues } from './values.ts';

/** A change of an item: its stored state, the payload and its origin. */
interface Change {
  readonly key: string;
  /** Undefined if there is no such item. */
  readonly stored: Payload | undefined;
  readonly sent: Payload;
  /** The part of it that the collection's rules accept, in the form in which it is stored. */
  readonly normalised: Payload;
  /** Whether hooks have filtered the payload: by then the item has been found and is visible. */
  readonly filtered: boolean;
  readonly how: How;
}

/**
 * Plans the change of an item with its nested items and records. Pure; an empty plan changes nothing. Errors: 203, 305,
 * 10, 12, 4, 213, 302, 303. (Contract, I-30 to I-33, I-61 and I-80.)
 */
export function planUpdate(context: WriteContext, collection: Collection, change: Change): WritePlan {
  return planOf('update', changeSteps(context, collection, change));
}

function* changeSteps(context: WriteContext, collection: Collection, change: Change): Generator<Step> {
  const { stored, filtered, normalised, how, key } = change;
  if (!stored) throw unseen(context, collection, change);
  if (!filtered) yield* mustSee(context, collection, change, stored);
  if (context.hooked && !filtered) return yield { do: 'filter' };
  const { name } = primaryKeyOf(collection);
  const payload = withoutProperty(normalised, name);
  const all = extended(payload, how.computed);
  if (Object.keys(all).length === 0) return;
  const { kept, sent } =
    how.action === 'revert' ? restored(context, collection, payload, stored) : resent(collection, payload, stored);
  const isJudged = yield* checked(context, collection, sent, stored, how);
  if (!isJudged) return;
  if (context.hooked) yield { do: 'hook', data: { ...all, [name]: stored[name] } };
  const values = yield* columnValues(context, collection, all, 'onUpdate');
  yield { do: 'update', values: kept.size > 0 ? valuesWithout(collection, values, kept) : values };
  yield* permitResult(context, collection, payload, stored);
  const action = how.action ?? (hidesItem(collection, payload) ? 'soft-delete' : 'update');
  yield* recordStep(context, collection, action, all, how);
  if (context.isAwaited('update', collection.name)) yield { do: 'emit' };
  const parent = how.parent ?? { collection: collection.name, key: shownKey(collection, key, stored) };
  yield* toManySteps(context.schema, collection, payload, parent);
  if (context.rulesOf(collection.name).afterUpdate) yield { do: 'rule', rule: 'afterUpdate', payload };
  yield* permitWritten(context, collection, 'update', payload);
}

const NONE: ReadonlySet<string> = new Set();

/** The part of a payload that changes something, and the fields that stay as they are. */
interface Sent {
  readonly kept: ReadonlySet<string>;
  readonly sent: Checked;
}

/** Restored values that are there already, or that the engine computes, are neither validated nor claimed. */
function restored(context: WriteContext, collection: Collection, payload: Payload, stored: Payload): Sent {
  const same = unchanged(collection, payload, stored);
  const generated = collection.fields.filter(({ column }) => column?.generated).map(({ name }) => name);
  const kept = new Set([...same, ...generated]);
  const claimed = without(payload, new Set([...shown(context, collection, same), ...generated]));
  return { kept, sent: { payload, changed: without(payload, kept), claimed } };
}

/** Whatever else is sent is validated if it could be written, and claimed. */
function resent(collection: Collection, payload: Payload, stored: Payload): Sent {
  const kept = sentAsRead(collection, payload, stored);
  const changed = without(payload, unstorable(collection, payload, kept));
  return { kept, sent: { payload, changed, claimed: payload } };
}

/**
 * The fields that a revert leaves alone, because they show the value that it restores. A column may hold more than a
 * value shows, such as fractions of seconds, or what could not be written, such as a generated value.
 */
function unchanged({ byName }: Collection, payload: Payload, stored: Payload): ReadonlySet<string> {
  return new Set(
    Object.keys(payload).filter((name) => byName.get(name)?.column && isSame(payload[name], stored[name])),
  );
}

/** Whether both are the same in an answer. */
const isSame = (sent: unknown, stored: unknown): boolean =>
  typeof sent === 'string' ? sent === stored : JSON.stringify(sent) === JSON.stringify(stored);

/**
 * The fields that any other change leaves alone for the same reason, so that an item can be sent as it was read. What
 * also stands for null, such as 0 for a decimal, is written: it may be meant.
 */
function sentAsRead(collection: Collection, payload: Payload, stored: Payload): ReadonlySet<string> {
  if (isSystemCollection(collection.name)) return NONE;
  return new Set([...unchanged(collection, payload, stored)].filter((name) => !meansNull(collection, payload, name)));
}

function meansNull({ byName }: Collection, payload: Payload, name: string): boolean {
  const field = byName.get(name);
  const value = payload[name];
  return value !== null && field !== undefined && isSame(value, readerOf(field)?.(null));
}

/** Those of some fields whose value could not be written, so that nothing but leaving it alone can be meant. */
function unstorable({ byName }: Collection, payload: Payload, fields: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...fields].filter((name) => isUnstorable(byName.get(name), payload[name])));
}

function isUnstorable(field: Field | undefined, value: unknown): boolean {
  if (!field?.column) return false;
  return value === null ? !field.column.nullable : validateValue(value, field) !== undefined;
}

/** Those of some fields that the caller always sees: whether a hidden field changes must not decide about an answer. */
function shown({ policy }: WriteContext, { name }: Collection, fields: ReadonlySet<string>): ReadonlySet<string> {
  const { readable } = policy.collection(name);
  return new Set([...fields].filter((field) => readable(field).kind === 'always'));
}

const without = (payload: Payload, names: ReadonlySet<string>): Payload =>
  names.size === 0 ? payload : Object.fromEntries(Object.entries(payload).filter(([name]) => !names.has(name)));

/** Without the columns of some fields, except those that the server sets. */
function valuesWithout({ byName }: Collection, values: Values, names: ReadonlySet<string>): Values {
  return new Map([...values].filter(([name]) => !names.has(name) || byName.get(name)?.type.onUpdate));
}

interface Checked {
  /** What is written. */
  readonly payload: Payload;
  /** The part of it that is validated. */
  readonly changed: Payload;
  /** The part of it that the caller's role must be allowed to write. */
  readonly claimed: Payload;
}

/** All checks before a change; returns whether the payload could be validated. */
function* checked(
  context: WriteContext,
  collection: Collection,
  { payload, changed, claimed }: Checked,
  stored: Payload,
  how: How,
): Generator<Step, boolean> {
  const rules = context.rulesOf(collection.name);
  const whole = how.whole === true && !isSystemCollection(collection.name);
  checkWritable(context, collection, claimed, stored, 'update');
  if (!(yield* validated(context, collection, changed, stored, { whole }))) return false;
  if (rules.check) yield { do: 'rule', rule: 'check', payload };
  yield* permitUpdate(context, collection, payload);
  yield* mistakes(rules, collection, payload);
  const references = context.strict ? referencesIn(context, collection, payload) : [];
  if (references.length > 0) yield { do: 'references', references };
  if (rules.beforeChange) yield { do: 'rule', rule: 'beforeChange', payload };
  return true;
}

/** An item that the caller may not see is treated as missing. */
function* mustSee(context: WriteContext, collection: Collection, change: Change, stored: Payload): Generator<Step> {
  const rows = rowsToSee(context, collection, stored);
  if (rows.kind === 'all') return;
  const { hidden } = context.rulesOf(collection.name);
  const instead = change.how.action === 'revert' ? 'updateDenied' : hidden?.update;
  if (rows.kind === 'none') throw unseen(context, collection, change, instead);
  yield { do: 'permit', where: rows.where, refusal: refusalOf(context, collection, change, instead) };
}

/** Returns the refusal instead of throwing it, because an earlier check may fail first. */
function refusalOf(
  context: WriteContext,
  collection: Collection,
  change: Change,
  instead: ErrorName | undefined,
): ApiError {
  try {
    return unseen(context, collection, change, instead);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** The refusal of a change to an item that does not exist or is not visible. Errors 10, 305 if those come first. */
function unseen(
  context: WriteContext,
  collection: Collection,
  { key, sent }: Change,
  refusal: ErrorName = 'itemWithIdNotFound',
): ApiError {
  if (Object.keys(sent).length > 0) checkWritable(context, collection, sent, null, 'update');
  return new ApiError(refusal, { id: key, collection: collection.name });
}
