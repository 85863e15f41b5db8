import { type ItemChange, noteItem } from '../../persistence/changes.ts';
import type { Scope } from '../../persistence/context.ts';
import { recordCreations } from '../../persistence/records.ts';
import { insertRows } from '../../persistence/row-statements.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Reference, Step, Values, WritePlan } from '../../query/plan/write/plan.ts';
import { isFlat, type Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Answers, Written } from './execute.ts';
import { refuseMissing } from './missing-references.ts';
import { createItem, plannedCreation } from './write-item.ts';

/** So many items and their records are in memory as rows at a time. */
const PART = 1000;

/** Steps of a new item that is a plain row: others may need what was written before them. */
const PLAIN: ReadonlySet<Step['do']> = new Set(['insert', 'record', 'references']);

/** Creates items inside the transaction under way, together where they seem to be plain rows. Returns them in the same order. */
export function createMany(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const create = areAlike(tx.context, collection, payloads) ? createTogether : createEach;
  return create(tx, collection, payloads, answers);
}

/** Whether items seem to be plain rows: several, with nothing nested in any, of a collection whose items are no more than that. */
export function areAlike(scope: Scope, collection: Collection, payloads: readonly Payload[]): boolean {
  const [first] = payloads;
  if (!first || payloads.length < 2 || !payloads.every((payload) => isFlat(collection, payload))) return false;
  return isPlain(plannedCreation(scope, collection, first, { how: {}, filtered: false, answers: new Map() }));
}

/**
 * Creates items inside the transaction under way, and returns them in the same order: many to a statement where their
 * plans are those of plain rows, each checked as it would be alone. Errors as for one, of which those of the database may
 * be of another item than the first with one.
 */
export async function createTogether(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const written: Written[] = [];
  for (let from = 0; from < payloads.length; from += PART)
    written.push(...(await createPart(tx, collection, payloads.slice(from, from + PART), answers)));
  return written;
}

/** Creates items one after the other, so that the first error is that of the first item with one. */
export async function createEach(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const payload of payloads) written.push(await createItem(tx, collection, payload, {}, answers));
  return written;
}

async function createPart(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const plans = payloads.map((sent) =>
    plannedCreation(tx.context, collection, sent, { how: {}, filtered: false, answers }),
  );
  if (!plans.every(isPlain)) return createEach(tx, collection, payloads, answers);
  await refuseMissing(tx, plans.flatMap(referencesOf));
  const rows = plans.map(valuesOf);
  const keys = await insertRows(tx, collection, rows);
  const changes = keys.map((key, index) =>
    noteItem(tx, collection, { key, action: 'create', before: null }, rows[index]),
  );
  const known = await recorded(tx, collection, plans, changes);
  return known.map((change) => ({ key: change.key, change }));
}

/** Records new items where their plans say so; returns the changes, which say then what the items have become. */
async function recorded(
  tx: Transaction,
  collection: Collection,
  plans: readonly WritePlan[],
  changes: readonly ItemChange[],
): Promise<readonly ItemChange[]> {
  const created = plans.flatMap(({ steps }, index) => {
    const [change, step] = [changes[index], steps.find((each) => each.do === 'record')];
    return change && step ? [{ key: change.key, step, change }] : [];
  });
  if (created.length === 0) return changes;
  const items = await recordCreations(tx, collection, created);
  const after = new Map(created.map(({ change }, index) => [change, items[index]]));
  return changes.map((change) => tx.changes.became(change, after.get(change) ?? null));
}

const isPlain = ({ steps }: WritePlan): boolean => steps.every((step) => PLAIN.has(step.do));

const referencesOf = ({ steps }: WritePlan): readonly Reference[] =>
  steps.flatMap((step) => (step.do === 'references' ? step.references : []));

function valuesOf({ steps }: WritePlan): Values {
  return steps.find((step) => step.do === 'insert')?.values ?? new Map();
}
