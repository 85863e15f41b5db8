import { isDeepStrictEqual } from 'node:util';
import { unprocessable } from '../../errors/unprocessable.ts';
import { violation } from '../../errors/violations.ts';
import { answerAll, type Outcome } from '../../patterns/pattern.ts';
import { detachItem } from '../../persistence/attached.ts';
import type { ItemChange } from '../../persistence/changes.ts';
import { noteItem } from '../../persistence/note-item.ts';
import { countRows } from '../../persistence/read/count.ts';
import { rowMatches } from '../../persistence/read/row-matches.ts';
import { readWhole, type Whole } from '../../persistence/read/whole.ts';
import { record } from '../../persistence/records.ts';
import { deleteWhere, hasKey, insertRow, updateRow } from '../../persistence/row-statements.ts';
import { leaveStatus } from '../../persistence/tasks.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { How, Intent, Step, Values, WritePlan } from '../../query/plan/write/plan.ts';
import type { RuleName } from '../../query/plan/write/rules.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { keyText } from '../../schema/key-text.ts';
import { shownKey } from '../../schema/shown-key.ts';
import type { Stored } from '../../schema/stored.ts';
import { beforeItem, filterPayload } from '../hooks/item-hooks.ts';
import { warnOrRefuse } from '../strict/warn-or-refuse.ts';
import { rulesOf } from '../system/all.ts';
import { enqueueWebhooks } from '../webhooks/enqueue.ts';
import { refuseMissing } from './missing-references.ts';
import { isRecorded } from './write-context.ts';

/** The outcomes of pattern matches, found before or inside the transaction. */
export type Answers = Map<string, Outcome>;

/** The item that a plan is about, and what its run depends on. */
export interface Target {
  readonly tx: Transaction;
  readonly collection: Collection;
  readonly how: How;
  readonly answers: Answers;
  /** The key as sent; null for a new item. */
  readonly id: string | null;
  /** The current item; null for a new or a missing one. */
  readonly stored: Item | null;
  /** Writes a nested item. Returns its key, or null if it was deleted. */
  readonly write: (intent: Intent) => Promise<Stored>;
}

/** A written item. */
export interface Written {
  readonly key: Stored;
  /** Absent if nothing had to change. */
  readonly change?: ItemChange;
  /** The item as recorded, if it was recorded. */
  readonly whole?: Whole | undefined;
}

/** Leaves out the item as recorded, with the rows that were read for it: only the answer about a single item needs it. */
export const withoutWhole = ({ whole: _, ...written }: Written): Written => written;

/** The outcome of running a plan. */
type Ending =
  | { readonly kind: 'written'; readonly written: Written }
  /** Plan again, because filters have changed the payload or patterns have been matched. */
  | { readonly kind: 'again'; readonly payload: Payload; readonly filtered: boolean }
  /** The creation refers to an item that already exists. */
  | { readonly kind: 'existing'; readonly key: string };

/** A running plan, with what its steps leave for later ones. */
interface Run extends Target {
  readonly plan: WritePlan;
  readonly payload: Payload;
  readonly filtered: boolean;
  /** The keys of the items that to-one fields have written. */
  readonly brought: Map<string, Stored>;
  key: Stored;
  change?: ItemChange;
  whole?: Whole | undefined;
  /** Set by a step that ends the run early. */
  ending?: Ending;
}

type Performers = {
  readonly [Name in Step['do']]: (run: Run, step: Extract<Step, { do: Name }>) => Promise<void> | void;
};

const performers: Performers = {
  refuse: (_run, { error }) => {
    throw error;
  },
  async match(run, { questions }) {
    await answerAll(run.tx.context.store.project, questions, run.answers);
    run.ending = { kind: 'again', payload: run.payload, filtered: run.filtered };
  },
  async filter(run) {
    const { tx, collection, plan } = run;
    const payload = await filterPayload(tx, collection, plan.action === 'create' ? 'create' : 'update', run.payload);
    run.ending = { kind: 'again', payload, filtered: true };
  },
  async permit({ tx, collection, ...run }, { where, refusal, unseen }) {
    const id = idOf(run);
    if (await rowMatches(tx, collection, id, where)) return;
    const isUnseen = unseen && !(unseen.where && (await rowMatches(tx, collection, id, unseen.where)));
    throw isUnseen ? unseen.refusal : refusal;
  },
  rule: (run, { rule, payload }) => askRule(run, rule, payload),
  warn: ({ tx }, { warnings }) => warnOrRefuse(tx.context, warnings),
  references: ({ tx }, { references }) => refuseMissing(tx, references),
  hook: ({ tx, collection, plan }, { data }) => beforeItem(tx, collection, plan.action, data),
  async 'to-one'(run, { field, write }) {
    run.brought.set(field, await run.write(write));
  },
  async insert(run, { values, restores }) {
    const { tx, collection } = run;
    const row = withBrought(run, values);
    run.key = await insertRow(tx, collection, row, restores);
    run.change = noteItem(tx, collection, { key: run.key, action: 'create', before: null }, row);
  },
  async update(run, { values }) {
    const { tx, collection, key, stored } = run;
    const row = withBrought(run, values);
    await updateRow(tx, collection, key, row);
    await leaveStatus(tx, collection, shownKey(collection, key, stored), row);
    run.change = noteItem(tx, collection, { key, action: 'update', before: stored }, row);
  },
  async delete(run) {
    const { tx, collection, key, stored } = run;
    const removed = await deleteWhere(tx, collection.name, hasKey(collection, key));
    if (removed === 0 && (await isUnchanged(run))) throw unprocessable(KEPT);
    await detachItem(tx, collection, shownKey(collection, key, stored));
    run.change = noteItem(tx, collection, { key, action: 'delete', before: stored });
  },
  async record(run, step) {
    const { tx, collection, key, stored } = run;
    run.whole = await record(tx, { collection, key, stored }, step);
    if (run.plan.action === 'create') requireCreated(run.whole?.item);
    if (run.change && run.whole?.item) run.change = tx.changes.became(run.change, run.whole.item);
  },
  async emit({ tx, collection, change }) {
    if (change) await enqueueWebhooks(tx, collection, change);
  },
  async 'to-many'({ tx, key, write }, { field, related, foreignKey, entries, required }) {
    for (const entry of entries) await write(entry.tied ? tied(entry.write, foreignKey, key) : entry.write);
    if (required && (await countRows(tx, related, { [foreignKey]: key })) === 0)
      throw unprocessable(`${field}: ${violation.blank}`);
  },
};

/** Runs the steps of a plan in order, inside the caller's transaction. */
export async function execute(target: Target, plan: WritePlan, payload: Payload, filtered: boolean): Promise<Ending> {
  const { tx, collection, how, answers, id, stored, write } = target;
  const key = id === null ? null : toKey(collection, id);
  // Naming them all is much faster than spreading the target.
  const run: Run = {
    tx,
    collection,
    how,
    answers,
    id,
    stored,
    write,
    plan,
    payload,
    filtered,
    brought: new Map(),
    key,
  };
  for (const step of plan.steps) {
    await performers[step.do](run, step as never);
    if (run.ending) return run.ending;
  }
  const { change, whole } = run;
  return { kind: 'written', written: { key: run.key, ...(change && { change, whole }) } };
}

const ELSEWHERE =
  'A rule of the database, such as a trigger, gives this item another key, or does not let it be created: ask whoever looks after the database';

/** Refuses a new item that cannot be found by its key, which its records and the items below it would name. Error 12. */
export function requireCreated(item: Item | undefined): void {
  if (!item) throw unprocessable(ELSEWHERE);
}

const KEPT = 'A rule of the database, such as a trigger, keeps this item: ask whoever looks after the database';

/** A trigger may have done something else instead of what was asked for, such as marking the item as deleted. */
async function isUnchanged(run: Run): Promise<boolean> {
  return isDeepStrictEqual(await readWhole(run.tx, run.collection, idOf(run)), run.stored);
}

const idOf = ({ id, key }: Pick<Run, 'id' | 'key'>): string => id ?? keyText(key);

/** Returns a row's values with the keys of nested items that to-one fields have written. */
function withBrought({ brought }: Run, values: Values): Values {
  return brought.size === 0 ? values : new Map([...values].map(([name, value]) => [name, brought.get(name) ?? value]));
}

/** Sets the foreign key of an item in a list to the item that has the list. */
function tied(write: Intent, foreignKey: string, key: Stored): Intent {
  // Payloads have bytes as text.
  const own = { [foreignKey]: key instanceof Uint8Array ? keyText(key) : key };
  switch (write.verb) {
    case 'create':
    case 'change':
      return { ...write, payload: { ...write.payload, ...own } };
    case 'save':
      return {
        ...write,
        create: { ...write.create, ...own },
        change: { ...write.change, payload: { ...write.change.payload, ...own } },
      };
    default:
      return write;
  }
}

/** Applies one of the collection's rules. */
async function askRule(run: Run, rule: RuleName, payload: Payload | null): Promise<void> {
  const { tx, collection, id, stored, how } = run;
  const rules = rulesOf(collection.name);
  const sent = payload ?? {};
  switch (rule) {
    case 'check':
      return rules.check?.(tx.context, sent, id);
    case 'warnings':
      return warnOrRefuse(tx.context, rules.warnings?.(tx.context, sent, stored) ?? []);
    case 'existing': {
      const key = await rules.existing?.(tx, sent);
      if (key) run.ending = { kind: 'existing', key };
      return;
    }
    case 'beforeCreate':
      return rules.beforeCreate?.(tx, sent);
    case 'beforeChange':
      return rules.beforeChange?.(tx, idOf(run), payload);
    case 'afterCreate':
      return rules.afterCreate?.(tx, idOf(run), sent);
    case 'afterUpdate':
      return rules.afterUpdate?.(tx, idOf(run), sent, isRecorded(tx.context, how));
  }
}
