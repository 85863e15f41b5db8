import { hash } from 'node:crypto';
import { named } from '../shared/named.ts';
import type { PermissionRow } from './permission-row.ts';
import { isReserved, isReservedField } from './reserved.ts';
import { ADMIN_ROLE } from './roles.ts';

export type Action = 'create' | 'read' | 'update' | 'delete';
/** Whose items a rule covers; each level includes the ones before. */
export type Level = 'none' | 'mine' | 'role' | 'full';

/** Which items an action covers: those of some statuses, each at its level. */
interface StatusLevel {
  readonly status: string;
  readonly level: Level;
}

/** Rows that an action may touch: one level for all, or a level per status. */
export type RowRule =
  | { readonly kind: 'level'; readonly level: Level }
  | { readonly kind: 'statuses'; readonly levels: readonly StatusLevel[] };

/** When a caller may see the value of a field. */
export type FieldAccess =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  /** Only in the row that is the caller; `filtered` says that it may be filtered by, which finds no other row. */
  | { readonly kind: 'self'; readonly filtered?: true }
  /**
   * Seen without what is hidden inside of it, and so in lists of its own alone; `compared` says whether something may
   * be compared with it nevertheless.
   */
  | { readonly kind: 'narrowed'; readonly compared: boolean }
  /** Not in rows of these statuses. */
  | { readonly kind: 'statuses'; readonly hiddenIn: readonly string[] };

/** What one role may do with one collection; every path that touches data asks here and nowhere else. */
export interface CollectionPolicy {
  rule(action: Action): RowRule;
  /** Whether the action is allowed on any row at all. */
  allows(action: Action): boolean;
  readable(field: string): FieldAccess;
  /** Whether a value may be written, for an item of this status. */
  writable(field: string, status: string | null): boolean;
  /** Whether a field is written by administrators alone, whatever the rows of the role say. */
  reserves(field: string): boolean;
  /** Whether an action on an item of this status needs a comment. */
  mustExplain(action: Exclude<Action, 'read'>, status: string | null): boolean;
  /** `none`, `create`, `update` or `full`; null means no restriction. */
  commentLevel(status: string | null): string | null;
}

/** What one role may do. Immutable; a change of permissions makes a new one. */
export interface Policy {
  readonly role: number;
  readonly admin: boolean;
  /** Tells it from what the role, and any other, may do at other times. */
  readonly digest: string;
  collection(name: string): CollectionPolicy;
  /** What has been asked for so far, with the rows that it was made of. */
  readonly compiled: ReadonlyMap<string, Compiled>;
}

interface Compiled {
  readonly policy: CollectionPolicy;
  readonly source: string;
}

const ALWAYS: FieldAccess = { kind: 'always' };
const NEVER: FieldAccess = { kind: 'never' };
const SELF: FieldAccess = { kind: 'self' };
const OWN: FieldAccess = { kind: 'self', filtered: true };
const NOTHING: RowRule = { kind: 'level', level: 'none' };

/** Fields that nobody reads, and fields that only administrators and the user in person do. (Contract, P-95.) */
const UNREADABLE = named<readonly string[]>({
  directus_users: ['password'],
  directus_user_sessions: ['token'],
});
const PERSONAL: ReadonlyMap<string, FieldAccess> = new Map([
  ['token', SELF],
  ['2fa_secret', SELF],
  ['password_reset_token', SELF],
  ['email_notifications', SELF],
  ['last_access_on', OWN],
  ['last_page', OWN],
]);

/** Fields that hold other items whole. */
const SNAPSHOTS = named<readonly string[]>({ directus_revisions: ['data', 'delta'] });

function builtInAccess(collection: string, field: string, admin: boolean): FieldAccess | undefined {
  if (UNREADABLE[collection]?.includes(field)) return NEVER;
  if (SNAPSHOTS[collection]?.includes(field)) return { kind: 'narrowed', compared: admin };
  if (admin) return undefined;
  return collection === 'directus_users' ? PERSONAL.get(field) : undefined;
}

/**
 * The policy of a role, compiled from the rows of `directus_permissions`. Role 1 may do everything. What a former policy
 * says of a collection whose rows are still the same is the same object here.
 */
export function compilePolicy(role: number, rows: readonly PermissionRow[], former?: Policy): Policy {
  const admin = role === ADMIN_ROLE;
  const sourceOf = (name: string): string => (admin ? '' : JSON.stringify(rowsFor(name, rows)));
  const kept = [...(former?.compiled ?? [])].filter(([name, { source }]) => source === sourceOf(name));
  const compiled = new Map(kept);
  return {
    role,
    admin,
    digest: hash('sha256', JSON.stringify([role, admin ? [] : rows]), 'base64url'),
    compiled,
    collection(name) {
      const known = compiled.get(name);
      if (known) return known.policy;
      const policy = admin ? adminPolicy(name) : rolePolicy(name, rowsFor(name, rows));
      compiled.set(name, { policy, source: sourceOf(name) });
      return policy;
    },
  };
}

function adminPolicy(collection: string): CollectionPolicy {
  return {
    rule: () => ({ kind: 'level', level: 'full' }),
    allows: () => true,
    readable: (field) => builtInAccess(collection, field, true) ?? ALWAYS,
    writable: () => true,
    reserves: () => false,
    mustExplain: () => false,
    commentLevel: () => null,
  };
}

/** Rows that are enforced: `$create` and the like are the admin app's, and the first of two equal rows counts. */
function rowsFor(collection: string, rows: readonly PermissionRow[]): PermissionRow[] {
  const own = rows.filter((row) => row.collection === collection && !row.status?.startsWith('$'));
  const workflow = own.filter((row) => row.status !== null && row.status !== '');
  const effective = workflow.length > 0 ? workflow : own.slice(0, 1);
  return effective.filter((row, index) => effective.findIndex((other) => other.status === row.status) === index);
}

function rolePolicy(collection: string, rows: readonly PermissionRow[]): CollectionPolicy {
  const workflow = rows.some((row) => row.status !== null && row.status !== '');
  const rowOf = (status: string | null): PermissionRow | undefined =>
    workflow ? rows.find((row) => row.status === status) : rows[0];
  const rule = (action: Action): RowRule => {
    if (isReserved(collection, action)) return NOTHING;
    return workflow
      ? {
          kind: 'statuses',
          levels: rows.map((row) => ({ status: row.status ?? '', level: levelOf(row[action], action) })),
        }
      : { kind: 'level', level: levelOf(rows[0]?.[action] ?? null, action) };
  };
  return {
    rule,
    allows: (action) => coversAnything(rule(action)),
    readable: (field) => readAccess(collection, field, rows, workflow),
    writable: (field, status) => !rowOf(status)?.write_field_blacklist.includes(field),
    reserves: (field) => isReservedField(collection, field),
    mustExplain: (action, status) => explains(rowOf(status)?.explain ?? null, action),
    commentLevel: (status) => rowOf(status)?.comment ?? (rows.length > 0 ? null : 'none'),
  };
}

/** Any level but none allows creation: nothing is owned yet. */
function levelOf(value: string | null, action: Action): Level {
  const level = value === 'mine' || value === 'role' || value === 'full' ? value : 'none';
  return action === 'create' && level !== 'none' ? 'full' : level;
}

function coversAnything(rule: RowRule): boolean {
  return rule.kind === 'level' ? rule.level !== 'none' : rule.levels.some(({ level }) => level !== 'none');
}

function readAccess(collection: string, field: string, rows: readonly PermissionRow[], workflow: boolean): FieldAccess {
  const hiding = rows.filter((row) => row.read_field_blacklist.includes(field));
  const builtIn = builtInAccess(collection, field, false);
  if (hiding.length === 0 || builtIn?.kind === 'never') return builtIn ?? ALWAYS;
  if (builtIn) return NEVER;
  return workflow && hiding.length < rows.length
    ? { kind: 'statuses', hiddenIn: hiding.map((row) => row.status ?? '') }
    : NEVER;
}

function explains(explain: string | null, action: 'create' | 'update' | 'delete'): boolean {
  return (
    explain === 'always' ||
    (explain === 'create' && action === 'create') ||
    (explain === 'update' && action === 'update')
  );
}
