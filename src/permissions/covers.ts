import { ACTIONS, type Action } from './action.ts';
import { contentOf, namesRole } from './item-rule.ts';
import { type CollectionPolicy, type FieldAccess, LEVELS, type Level, type Policy, type RowRule } from './policy.ts';

/** The properties of a collection that a comparison of policies depends on. */
export interface Compared {
  readonly name: string;
  readonly fields: readonly { readonly name: string }[];
  readonly statuses: readonly string[];
}

/**
 * Whether one policy allows everything that another does, so that a caller with the first gains nothing from the
 * second. Returns false for whatever cannot be compared.
 */
export function covers(one: Policy, other: Policy, collections: Iterable<Compared>): boolean {
  if (one.admin || one.digest === other.digest) return true;
  if (other.admin) return false;
  for (const compared of collections)
    if (!coversCollection(one.collection(compared.name), other.collection(compared.name), compared)) return false;
  return true;
}

function coversCollection(one: CollectionPolicy, other: CollectionPolicy, { fields, statuses }: Compared): boolean {
  const all = [null, ...statuses];
  if (!ACTIONS.every((action) => coversRule(one.rule(action), other.rule(action)))) return false;
  if (!ACTIONS.every((action) => coversItemRules(one, other, action))) return false;
  const reads = other.allows('read');
  const writes = other.allows('create') || other.allows('update');
  return fields.every(({ name }) => {
    const canRead = !reads || coversAccess(one.readable(name), other.readable(name));
    const canWrite = !writes || all.every((status) => one.writable(name, status) || !other.writable(name, status));
    return canRead && canWrite;
  });
}

function coversRule(one: RowRule, other: RowRule): boolean {
  if (other.kind === 'level')
    return other.level === 'none' || (one.kind === 'level' && isAtLeast(one.level, other.level));
  return other.levels.every(({ status, level }) => isAtLeast(levelIn(one, status), level));
}

/** Whether every item rule of `one` also binds `other` in the same words, and both set the same values on creation. */
function coversItemRules(one: CollectionPolicy, other: CollectionPolicy, action: Action): boolean {
  if (!other.allows(action)) return true;
  const [own, others] = [one.itemRules(action), other.itemRules(action)];
  if (own.some(namesRole)) return false;
  const presets = others.filter(({ presets: values }) => Object.keys(values).length > 0);
  const [known, binding] = [own.map(contentOf), others.map(contentOf)];
  return known.every((each) => binding.includes(each)) && presets.every((each) => known.includes(contentOf(each)));
}

function levelIn(rule: RowRule, status: string): Level {
  if (rule.kind === 'level') return rule.level;
  return rule.levels.find((entry) => entry.status === status)?.level ?? 'none';
}

const isAtLeast = (one: Level, other: Level): boolean => LEVELS.indexOf(one) >= LEVELS.indexOf(other);

function coversAccess(one: FieldAccess, other: FieldAccess): boolean {
  if (one.kind === 'always' || other.kind === 'never') return true;
  if (one.kind === 'statuses' && other.kind === 'statuses')
    return one.hiddenIn.every((status) => other.hiddenIn.includes(status));
  return one.kind === other.kind;
}
