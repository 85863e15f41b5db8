import { type Condition, condition, type Expression, join } from '../../list/filter/expression.ts';
import { clientFilter } from '../../list/filter/server.ts';
import type { Collection } from '../../model/collection.ts';
import { type Access, isSplit, type Place, type RuleRow, rowAt } from './access.ts';
import { expressionOf } from './rule.ts';

/** The user who would act. */
export interface Person {
  readonly id: number;
  readonly role: number;
}

/** The query that counts the items: a filter, and the statuses to include. */
export interface Fit {
  readonly filter: unknown;
  readonly status: string | null;
}

const OWNERS: Readonly<Record<string, string>> = {
  directus_users: 'id',
  directus_files: 'uploaded_by',
  directus_activity: 'action_by',
  directus_collection_presets: 'user',
};

/** The field with the owner of an item; null if there is none. */
export const ownerOf = ({ name, fields }: Collection): string | null =>
  OWNERS[name] ?? fields.find(({ type }) => type === 'owner')?.name ?? null;

/**
 * The items on which a user may act, as a filter for administrators; null if there are none, or if rights and rules cannot be
 * expressed as a filter.
 */
export function fitOf(access: Access, place: Place, collection: Collection, person: Person, now: Date): Fit | null {
  if (place.action === 'create' || (place.status === null && isSplit(access, place.collection))) return null;
  const row = rowAt(access, place);
  const owner = ownerOf(collection);
  const level = row[place.action];
  if (level === 'none' || (level !== 'full' && owner === null)) return null;
  const rules = access.rules.filter(
    ({ action, filter, collection: name }) => action === place.action && name === place.collection && filter !== null,
  );
  const parts = rules.map((rule) => ruleExpression(rule, place, collection));
  if (parts.includes(undefined)) return null;
  const own = level === 'full' || owner === null ? null : ownedBy(owner, level, person);
  const whole = join(
    'and',
    [own, ...parts].filter((part) => part !== null && part !== undefined),
  );
  const values: Readonly<Record<string, string>> = {
    $me: String(person.id),
    $role: String(person.role),
    $now: now.toISOString().slice(0, 19).replace('T', ' '),
  };
  return { filter: clientFilter(whole, (_, value) => values[value] ?? value), status: place.status };
}

function ownedBy(owner: string, level: 'mine' | 'role', { id, role }: Person): Expression {
  const mine = condition(owner, 'eq', [String(id)]);
  if (level === 'mine') return mine;
  return { kind: 'or', of: [mine, condition(owner === 'id' ? 'role' : `${owner}.role`, 'eq', [String(role)])] };
}

/** What a rule asks of the items of a place: null for nothing, undefined if it cannot be said. */
function ruleExpression(rule: RuleRow, { status }: Place, collection: Collection): Expression | null | undefined {
  const found = expressionOf(rule.filter ?? {});
  if (!found) return undefined;
  if (rule.status === null || rule.status === status) return found;
  if (status !== null || !collection.status) return null;
  const { name } = collection.status;
  const others: Condition[] = [condition(name, 'neq', [rule.status]), condition(name, 'null')];
  return { kind: 'or', of: [...others, found] };
}
