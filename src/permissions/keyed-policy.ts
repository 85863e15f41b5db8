import { named } from '../shared/named.ts';
import { ACTIONS, type Action } from './action.ts';
import { isLimited, type KeyRights, permitsLimited } from './key-rights.ts';
import { type CollectionPolicy, type FieldAccess, NEVER, NOTHING, type Policy, type RowRule } from './policy.ts';
import { isReservedField } from './reserved.ts';

/** Other credentials, which would outlast the key if it could change them. */
const CREDENTIALS = named<readonly string[]>({ directus_users: ['token', '2fa_secret', 'password_reset_token'] });

/** The part of a policy that an API key permits. (Contract, A-144 to A-146.) */
export function keyedPolicy(policy: Policy, key: KeyRights): Policy {
  return {
    ...policy,
    admin: policy.admin && !isLimited(key),
    digest: `${policy.digest}~${key.digest}`,
    collection: (name) => keyedCollection(policy.collection(name), name, key),
  };
}

/** By the permitted actions. Cached plans stay valid as long as they find the same objects. */
const keyed = new WeakMap<CollectionPolicy, Map<string, CollectionPolicy>>();

function keyedCollection(policy: CollectionPolicy, name: string, key: KeyRights): CollectionPolicy {
  const limited = isLimited(key);
  const actions = limited ? ACTIONS.filter((action) => permitsLimited(key, name, action)) : ACTIONS;
  const form = `${limited}|${actions.join()}`;
  const known = keyed.get(policy) ?? new Map<string, CollectionPolicy>();
  keyed.set(policy, known);
  const found = known.get(form) ?? {
    ...policy,
    ...seenThrough(policy, name),
    ...(limited && within(policy, name, actions)),
  };
  known.set(form, found);
  return found;
}

function seenThrough(policy: CollectionPolicy, name: string): Pick<CollectionPolicy, 'readable'> {
  return { readable: (field) => (CREDENTIALS[name]?.includes(field) ? NEVER : policy.readable(field)) };
}

function within(policy: CollectionPolicy, name: string, actions: readonly Action[]): Partial<CollectionPolicy> {
  const rule = (action: Action): RowRule => (actions.includes(action) ? policy.rule(action) : NOTHING);
  return {
    rule,
    allows: (action) => actions.includes(action) && policy.allows(action),
    readable: (field) => narrowed(CREDENTIALS[name]?.includes(field) ? NEVER : policy.readable(field)),
    reserves: (field) => policy.reserves(field) || isReservedField(name, field),
    commentLevel: (status) => (actions.includes('update') ? policy.commentLevel(status) : 'none'),
  };
}

/** Only administrators may compare fields that contain complete items. */
const narrowed = (access: FieldAccess): FieldAccess =>
  access.kind === 'narrowed' ? { ...access, compared: false } : access;
