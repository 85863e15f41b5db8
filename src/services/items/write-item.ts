import { planContext, type Scope } from '../../persistence/context.ts';
import { countRows } from '../../persistence/read/count.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { planCreate } from '../../query/plan/write/create.ts';
import { planDelete } from '../../query/plan/write/delete.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { checkChanging } from '../../query/plan/write/permit.ts';
import type { ChangeIntent, How, Intent, WritePlan } from '../../query/plan/write/plan.ts';
import { planUpdate } from '../../query/plan/write/update.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Stored } from '../../schema/stored.ts';
import { rulesOf } from '../system/all.ts';
import { type Answers, execute, type Target, type Written } from './execute.ts';
import { writeContext } from './write-context.ts';

/**
 * Creates one item with its nested items and records, inside the caller's transaction. Errors as of {@link planCreate},
 * and 204.
 */
export function createItem(
  tx: Transaction,
  collection: Collection,
  sent: Payload,
  how: How = {},
  answers: Answers = new Map(),
): Promise<Written> {
  return settled(targetOf(tx, collection, { how, answers, id: null, stored: undefined }), sent, (payload, filtered) =>
    plannedCreation(tx.context, collection, payload, { how, filtered, answers }),
  );
}

/** What the plan of a creation depends on. */
interface Planning {
  readonly how: How;
  readonly filtered: boolean;
  readonly answers: Answers;
}

/** Returns the plan of a creation, after the collection's rules have transformed the payload. */
export function plannedCreation(
  context: Scope,
  collection: Collection,
  sent: Payload,
  { how, filtered, answers }: Planning,
): WritePlan {
  const rules = rulesOf(collection.name);
  const normalised = rules.normalise?.(context, sent, null) ?? sent;
  const assigned = rules.assign?.(context);
  const creation = {
    sent: normalised,
    defaults: rules.defaults?.(normalised) ?? {},
    filtered,
    how: assigned ? { ...how, computed: { ...assigned, ...how.computed } } : how,
  };
  return planCreate(writeContext(context, answers, how), collection, creation);
}

/**
 * Changes one item with its nested items and records, inside the caller's transaction. Errors as of {@link planUpdate},
 * and 204.
 */
export async function updateItem(
  tx: Transaction,
  collection: Collection,
  key: string,
  sent: Payload,
  how: How = {},
  answers: Answers = new Map(),
): Promise<Written> {
  const rules = rulesOf(collection.name);
  const stored = await storedItem(tx, collection, key);
  return settled(targetOf(tx, collection, { how, answers, id: key, stored }), sent, (payload, filtered) => {
    const normalised = (stored && rules.normalise?.(tx.context, payload, stored)) ?? payload;
    const change = { key, stored, sent: payload, normalised, filtered, how };
    return planUpdate(writeContext(tx.context, answers, how), collection, change);
  });
}

/** Deletes one item permanently, inside the caller's transaction. Errors as of {@link planDelete}. */
export async function deleteItem(tx: Transaction, collection: Collection, key: string, how: How = {}): Promise<void> {
  const answers: Answers = new Map();
  const stored = await storedItem(tx, collection, key);
  await settled(targetOf(tx, collection, { how, answers, id: key, stored }), {}, () =>
    planDelete(writeContext(tx.context, answers, how), collection, { stored, how }),
  );
}

async function storedItem(tx: Transaction, collection: Collection, key: string): Promise<Item | undefined> {
  return toKey(collection, key) === null ? undefined : readWhole(tx, collection, key);
}

/** The item to write, without its stored state, and how to write it. */
interface Aim extends Pick<Target, 'how' | 'answers' | 'id'> {
  readonly stored: Item | undefined;
}

function targetOf(tx: Transaction, collection: Collection, { how, answers, id, stored }: Aim): Target {
  const write = (intent: Intent): Promise<Stored> => writeNested(tx, intent, answers);
  return { tx, collection, how, answers, id, stored: stored ?? null, write };
}

/** Plans an item and runs the plan. Repeats if hooks have changed the payload or patterns have been matched. */
async function settled(
  target: Target,
  sent: Payload,
  plan: (payload: Payload, filtered: boolean) => WritePlan,
): Promise<Written> {
  let payload = sent;
  let filtered = false;
  for (;;) {
    const ending = await execute(target, plan(payload, filtered), payload, filtered);
    if (ending.kind === 'written') return ending.written;
    if (ending.kind === 'existing') return updateExisting(target, ending.key, payload);
    ({ payload, filtered } = ending);
  }
}

function updateExisting({ tx, collection, how, answers }: Target, key: string, sent: Payload): Promise<Written> {
  return updateItem(tx, collection, key, sent, how.parent ? { parent: how.parent } : {}, answers);
}

/** Writes a nested item. Returns its key, or null if it was deleted. */
async function writeNested(tx: Transaction, intent: Intent, answers: Answers): Promise<Stored> {
  switch (intent.verb) {
    case 'refuse':
      throw intent.error;
    case 'create':
      return (await createItem(tx, intent.collection, intent.payload, intent.how, answers)).key;
    case 'change':
      return changeNested(tx, intent, answers);
    case 'delete':
      await deleteItem(tx, intent.collection, intent.key, intent.how);
      return null;
    case 'save': {
      const { collection, key, how } = intent.change;
      if (await isStored(tx, collection, key)) return changeNested(tx, intent.change, answers);
      return (await createItem(tx, collection, intent.create, how, answers)).key;
    }
  }
}

/**
 * Changes a nested item, but writes only the values that differ. Error 302 if the caller may not change items there.
 */
async function changeNested(tx: Transaction, intent: ChangeIntent, answers: Answers): Promise<Stored> {
  const { collection, key, payload, how } = intent;
  const changes = (await rulesOf(collection.name).changes?.(tx, key, payload)) ?? payload;
  if (Object.keys(changes).length > 0) checkChanging(planContext(tx.context), collection);
  return (await updateItem(tx, collection, key, changes, how, answers)).key;
}

async function isStored(tx: Transaction, collection: Collection, key: string): Promise<boolean> {
  const { name } = primaryKeyOf(collection);
  return (await countRows(tx, collection, { [name]: toKey(collection, key) })) > 0;
}
