import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { ACTIONS, type Action, isAction } from '../../permissions/action.ts';
import { type ItemRule, type RuleFilter, toItemRule } from '../../permissions/item-rule.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { RULES, removeItemRules } from '../../persistence/item-rules.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { record } from '../../persistence/records.ts';
import { insertRow, updateRow } from '../../persistence/rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { checkItemRule, problemOf } from '../../query/plan/item-rules.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { ActivityAction } from '../../query/plan/write/plan.ts';
import { itemRules } from '../../schema/internal/rules.ts';
import type { Stored } from '../../schema/stored.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';

const FIELDS = ['role', 'collection', 'status', 'action', 'filter', 'presets', 'validation'];

/** An item rule as administrators see it. */
interface ShownRule {
  readonly id: number;
  readonly role: number;
  readonly collection: string;
  readonly status: string | null;
  readonly action: ItemRule['action'];
  readonly filter: RuleFilter | null;
  readonly presets: Payload | null;
  readonly validation: RuleFilter | null;
  /** Why the rule has become invalid and therefore allows nothing; null for a valid rule. */
  readonly problem: string | null;
}

/** Which rules to list; all by default. */
interface RulesOf {
  readonly role?: string | undefined;
  readonly collection?: string | undefined;
}

/** Returns item rules, in the order of their ids. */
export function listRules(context: Context, { role, collection }: RulesOf): ShownRule[] {
  return rulesIn(context)
    .filter((rule) => role === undefined || String(rule.role) === role)
    .filter((rule) => collection === undefined || rule.collection === collection)
    .map((rule) => shown(context, rule));
}

/** Returns a rule. Error 203. */
export function readRule(context: Context, id: string): ShownRule {
  const rule = rulesIn(context).find((each) => String(each.id) === id);
  if (!rule) throw new ApiError('itemWithIdNotFound', { id });
  return shown(context, rule);
}

/** Saves a new rule. Errors 4, 12, 200, 204; 11 if the database account may not create the table. */
export async function createRule(context: Context, payload: Payload): Promise<ShownRule> {
  await context.store.internalTable(itemRules);
  const id = await inTransaction(context, async (tx) => {
    const rule = await checked(tx, payload, 0);
    const key = await insertRow(tx, RULES, rowOf(rule));
    await recorded(tx, key, 'create', payload);
    return asNumber(key);
  });
  return readRule(context, String(id));
}

/** Changes a rule. Errors 203, 4, 12, 200, 204. */
export async function updateRule(context: Context, id: string, payload: Payload): Promise<ShownRule> {
  const before = readRule(context, id);
  await inTransaction(context, async (tx) => {
    const { problem: _problem, id: _id, ...stored } = shownOf(await storedRule(tx, id));
    const rule = await checked(tx, { ...stored, ...payload }, before.id);
    await updateRow(tx, RULES, before.id, rowOf(rule));
    await recorded(tx, before.id, 'update', payload);
  });
  return readRule(context, id);
}

/** Deletes a rule. Error 203. */
export async function deleteRule(context: Context, id: string): Promise<void> {
  const { id: key } = readRule(context, id);
  await inTransaction(context, async (tx) => {
    await storedRule(tx, id);
    await removeItemRules(tx, (rule) => rule.id === key);
    await recorded(tx, key, 'delete', {});
  });
}

const rulesIn = ({ store }: Context): readonly ItemRule[] => store.catalog.policies.rules;

function shown({ store }: Context, rule: ItemRule): ShownRule {
  return { ...shownOf(rule), problem: problemOf(store.catalog.schema, rule) };
}

function shownOf({ presets, ...rule }: ItemRule): ShownRule {
  const { id, role, collection, status, action, filter, validation } = rule;
  const set = Object.keys(presets).length > 0 ? presets : null;
  return { id, role, collection, status, action, filter, presets: set, validation, problem: null };
}

async function storedRule(tx: Transaction, id: string): Promise<ItemRule> {
  const row = await readWhole(tx, RULES, id);
  if (!row) throw new ApiError('itemWithIdNotFound', { id });
  return toItemRule(row);
}

/** The rule in a payload, if it is valid and the only one of its kind. */
async function checked(tx: Transaction, payload: Payload, id: number): Promise<ItemRule> {
  const { catalog } = tx.context.store;
  const rule = parsed(payload, id);
  if (rule.role === ADMIN_ROLE) throw unprocessable('Administrators may do everything: their role takes no rules');
  if (!catalog.roles.has(rule.role)) throw unprocessable(`There is no role ${rule.role}`);
  checkItemRule(catalog.schema, rule);
  requireEffect(rule);
  const same = catalog.policies.rules.find((other) => other.id !== id && kindOf(other) === kindOf(rule));
  if (same) throw new ApiError('ruleExists', { id: same.id });
  return rule;
}

const kindOf = ({ role, collection, status, action }: ItemRule): string =>
  JSON.stringify([role, collection, status, action]);

function parsed(payload: Payload, id: number): ItemRule {
  const unknown = Object.keys(payload).filter((name) => !FIELDS.includes(name));
  if (unknown.length > 0)
    throw new ApiError('unknownPayloadFields', { fields: unknown.join(', '), collection: itemRules.name });
  const { role, collection, status = null, action, filter = null, presets = null, validation = null } = payload;
  const violations = new Violations();
  if (!Number.isSafeInteger(asNumber(role))) violations.add('role', violation.type('numeric'));
  if (typeof collection !== 'string' || collection === '') violations.add('collection', violation.blank);
  if (!isAction(action)) violations.add('action', violation.expected(`one of ${ACTIONS.join(', ')}`));
  if (status !== null && typeof status !== 'string') violations.add('status', violation.type('string'));
  for (const [name, value] of Object.entries({ filter, presets, validation }))
    if (value !== null && !isRecord(value)) violations.add(name, violation.type('object'));
  violations.throwIfAny();
  return {
    id,
    role: asNumber(role),
    collection: asText(collection),
    status: status === null || status === '' ? null : asText(status),
    action: action as Action,
    filter: filter as RuleFilter | null,
    presets: (presets ?? {}) as Payload,
    validation: validation as RuleFilter | null,
  };
}

/** Refuses parts without any effect, because users might rely on them. */
function requireEffect({ action, filter, presets, validation }: ItemRule): void {
  const isPreset = Object.keys(presets).length > 0;
  if (action === 'create' && filter) throw unprocessable('A new item has nothing to filter yet: use validation');
  if (action !== 'create' && isPreset) throw unprocessable('Only a rule about create has presets');
  if (validation && action !== 'create' && action !== 'update')
    throw unprocessable('Only a rule about create or update has a validation');
  if (!filter && !validation && !isPreset) throw unprocessable('A rule needs a filter, presets or a validation');
}

function rowOf(rule: ItemRule): ReadonlyMap<string, Stored> {
  const { role, collection, status, action, filter, presets, validation } = rule;
  const json = (value: object | null): string | null =>
    value && Object.keys(value).length > 0 ? JSON.stringify(value) : null;
  return new Map<string, Stored>([
    ['role', role],
    ['collection', collection],
    ['status', status],
    ['action', action],
    ['filter', json(filter)],
    ['presets', json(presets)],
    ['validation', json(validation)],
  ]);
}

/** Records a change of a rule like a change of a permission. */
function recorded(tx: Transaction, key: Stored, action: ActivityAction, delta: Payload): Promise<unknown> {
  const { comment, skipActivity } = tx.context.write;
  if (skipActivity) return Promise.resolve();
  return record(tx, { collection: RULES, key }, { do: 'record', action, comment, delta, parent: null });
}
