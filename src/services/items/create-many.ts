import type { ItemChange } from '../../persistence/changes.ts';
import type { Scope } from '../../persistence/context.ts';
import { noteItem } from '../../persistence/note-item.ts';
import { recordCreations } from '../../persistence/records.ts';
import { insertRows } from '../../persistence/row-statements.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Reference, Step, Values, WritePlan } from '../../query/plan/write/plan.ts';
import { isFlat } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { mapInTurns } from '../../shared/in-turns.ts';
import { type Answers, requireCreated, type Written, withoutWhole } from './execute.ts';
import { refuseMissing } from './missing-references.ts';
import { createItem, plannedCreation } from './write-item.ts';

/** Limits how many items and records are in memory as rows, and how long they block the event loop. */
const PART = 250;
/** Together in memory before they are counted, so longer rows are created one by one. */
const PART_CHARACTERS = 4 * 1024 * 1024;

/** The steps that create a plain row. Other steps may depend on earlier writes. */
const PLAIN: ReadonlySet<Step['do']> = new Set(['insert', 'record', 'references']);

/**
 * Creates items inside the caller's transaction, as a batch if they appear to be plain rows. Returns them in the same
 * order.
 */
export function createMany(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const create = areAlike(tx.context, collection, payloads) ? createTogether : createEach;
  return create(tx, collection, payloads, answers);
}

/**
 * Whether several items can probably be created as plain rows: none has nested items, and the plan of the first has
 * only steps for a plain row.
 */
export function areAlike(scope: Scope, collection: Collection, payloads: readonly Payload[]): boolean {
  const [first] = payloads;
  if (!first || payloads.length < 2 || !payloads.every((payload) => isFlat(collection, payload))) return false;
  return isPlain(plannedCreation(scope, collection, first, { how: {}, filtered: false, answers: new Map() }));
}

/**
 * Creates items inside the caller's transaction and returns them in the same order. Inserts many rows per statement if
 * all plans are plain rows; each item is still checked separately. Errors as for one item, but a database error may
 * concern an item other than the first faulty one.
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

/** Creates items one by one, so that the reported error is that of the first faulty item. */
export async function createEach(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const written: Written[] = [];
  for (const payload of payloads) written.push(withoutWhole(await createItem(tx, collection, payload, {}, answers)));
  return written;
}

async function createPart(
  tx: Transaction,
  collection: Collection,
  payloads: readonly Payload[],
  answers: Answers,
): Promise<Written[]> {
  const plans = await mapInTurns(payloads, (sent) =>
    plannedCreation(tx.context, collection, sent, { how: {}, filtered: false, answers }),
  );
  const rows = plans.map(valuesOf);
  if (!plans.every(isPlain) || areLong(rows)) return createEach(tx, collection, payloads, answers);
  await refuseMissing(tx, plans.flatMap(referencesOf));
  const keys = await insertRows(tx, collection, rows);
  const changes = keys.map((key, index) =>
    noteItem(tx, collection, { key, action: 'create', before: null }, rows[index]),
  );
  const known = await recorded(tx, collection, plans, changes);
  return known.map((change) => ({ key: change.key, change }));
}

/** Records the new items whose plans require it. Returns the changes, completed with the stored items. */
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
  items.forEach(requireCreated);
  const after = new Map(created.map(({ change }, index) => [change, items[index]]));
  return changes.map((change) => tx.changes.became(change, after.get(change) ?? null));
}

function areLong(rows: readonly Values[]): boolean {
  let characters = 0;
  for (const row of rows) for (const value of row.values()) if (typeof value === 'string') characters += value.length;
  return characters > PART_CHARACTERS;
}

const isPlain = ({ steps }: WritePlan): boolean => steps.every((step) => PLAIN.has(step.do));

const referencesOf = ({ steps }: WritePlan): readonly Reference[] =>
  steps.flatMap((step) => (step.do === 'references' ? step.references : []));

function valuesOf({ steps }: WritePlan): Values {
  return steps.find((step) => step.do === 'insert')?.values ?? new Map();
}
