import { hash } from 'node:crypto';
import { groupBy } from '../shared/group-by.ts';
import { named } from '../shared/named.ts';
import type { Action } from './action.ts';
import { type ItemRule, isTimed } from './item-rule.ts';
import type { PermissionRow } from './permission-row.ts';
import { isReserved, isReservedField } from './reserved.ts';
import { ADMIN_ROLE } from './roles.ts';

/** Whose items a rule covers; each level includes the previous ones. */
export const LEVELS = ['none', 'mine', 'role', 'full'] as const;

export type Level = (typeof LEVELS)[number];

/** The items that an action covers: those of some statuses, each with its level. */
interface StatusLevel {
  readonly status: string;
  readonly level: Level;
}

/** The rows on which an action is allowed: one level for all, or a level per status. */
export type RowRule =
  | { readonly kind: 'level'; readonly level: Level }
  | { readonly kind: 'statuses'; readonly levels: readonly StatusLevel[] };

/** When a caller may see the value of a field. */
export type FieldAccess =
  | { readonly kind: 'always' }
  /** `anybody` means that it is hidden from everybody, whatever their roles permit. */
  | { readonly kind: 'never'; readonly anybody?: true }
  /** Only in the caller's own row. `filtered` means that filters may use it, but then find no other row. */
  | { readonly kind: 'self'; readonly filtered?: true }
  /**
   * Visible without its hidden parts, and therefore only in lists of its own collection. `compared` says whether
   * conditions may use it nevertheless.
   */
  | { readonly kind: 'narrowed'; readonly compared: boolean }
  /** Except in rows with these statuses. */
  | { readonly kind: 'statuses'; readonly hiddenIn: readonly string[] };

/** What one role may do with one collection. Every code path that touches data checks here and nowhere else. */
export interface CollectionPolicy {
  rule(action: Action): RowRule;
  /** The rules that rows must additionally fulfil for the action to be allowed on them. */
  itemRules(action: Action): readonly ItemRule[];
  /** The row that decides about items with this status; null for administrators, and if there is none. */
  permission(status: string | null): PermissionRow | null;
  /** Whether the action is allowed on any row at all. */
  allows(action: Action): boolean;
  readable(field: string): FieldAccess;
  /** Whether a field of an item with this status may be written. */
  writable(field: string, status: string | null): boolean;
  /** Whether only administrators may write a field, whatever the role's permissions say. */
  reserves(field: string): boolean;
  /** Whether an action on an item with this status requires a comment. */
  mustExplain(action: Exclude<Action, 'read'>, status: string | null): boolean;
  /** `none`, `create`, `update` or `full`; null means no restriction. */
  commentLevel(status: string | null): string | null;
}

/** What one role may do. Immutable; a change of permissions creates a new one. */
export interface Policy {
  readonly admin: boolean;
  /** Identifies these permissions: it differs for other roles and after changes. */
  readonly digest: string;
  /** Whether a rule compares with the time, so that permissions can change without a write. */
  readonly timed: boolean;
  collection(name: string): CollectionPolicy;
  /** The collections that have been compiled so far, with the rows that they were compiled from. */
  readonly compiled: ReadonlyMap<string, Compiled>;
}

interface Compiled {
  readonly policy: CollectionPolicy;
  readonly source: string;
}

const ALWAYS: FieldAccess = { kind: 'always' };
/** Nobody may see the field. */
export const NEVER: FieldAccess = { kind: 'never' };
const SECRET: FieldAccess = { kind: 'never', anybody: true };
const SELF: FieldAccess = { kind: 'self' };
const OWN: FieldAccess = { kind: 'self', filtered: true };
/** No row is permitted. */
export const NOTHING: RowRule = { kind: 'level', level: 'none' };

/**
 * Fields that nobody may read, and fields that only administrators and the user in question may read. (Contract, P-95.)
 */
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

/** Fields that contain other items entirely. */
const SNAPSHOTS = named<readonly string[]>({ directus_revisions: ['data', 'delta'] });

function builtInAccess(collection: string, field: string, admin: boolean): FieldAccess | undefined {
  if (UNREADABLE[collection]?.includes(field)) return SECRET;
  if (SNAPSHOTS[collection]?.includes(field)) return { kind: 'narrowed', compared: admin };
  if (admin) return undefined;
  return collection === 'directus_users' ? PERSONAL.get(field) : undefined;
}

/**
 * Compiles the policy of a role from its rows of `directus_permissions` and its rules. Role 1 may do everything. For
 * collections whose rows are unchanged, the objects of the previous policy are reused.
 */
export function compilePolicy(
  role: number,
  rows: readonly PermissionRow[],
  rules: readonly ItemRule[] = [],
  former?: Policy,
): Policy {
  const admin = role === ADMIN_ROLE;
  const [rowsOf, rulesOf] = [
    groupBy(rows, ({ collection }) => collection),
    groupBy(rules, ({ collection }) => collection),
  ];
  const rowsFor = (name: string): readonly PermissionRow[] => effective(rowsOf.get(name) ?? []);
  const rulesFor = (name: string): readonly ItemRule[] => rulesOf.get(name) ?? [];
  const sourceOf = (name: string): string => (admin ? '' : JSON.stringify([rowsFor(name), rulesFor(name)]));
  const kept = [...(former?.compiled ?? [])].filter(([name, { source }]) => source === sourceOf(name));
  const compiled = new Map(kept);
  return {
    admin,
    digest: hash('sha256', JSON.stringify([role, admin ? [] : [rows, rules]]), 'base64url'),
    timed: !admin && rules.some(isTimed),
    compiled,
    collection(name) {
      const known = compiled.get(name);
      if (known) return known.policy;
      const policy = admin ? adminPolicy(name) : rolePolicy(name, rowsFor(name), rulesFor(name));
      compiled.set(name, { policy, source: sourceOf(name) });
      return policy;
    },
  };
}

function adminPolicy(collection: string): CollectionPolicy {
  return {
    rule: () => ({ kind: 'level', level: 'full' }),
    itemRules: () => [],
    permission: () => null,
    allows: () => true,
    readable: (field) => builtInAccess(collection, field, true) ?? ALWAYS,
    writable: () => true,
    reserves: () => false,
    mustExplain: () => false,
    commentLevel: () => null,
  };
}

/** The effective rows: `$create` and the like only matter to the admin app, and of two equal rows the first counts. */
function effective(rows: readonly PermissionRow[]): readonly PermissionRow[] {
  const own = rows.filter((row) => !row.status?.startsWith('$'));
  const workflow = own.filter((row) => row.status !== null && row.status !== '');
  if (workflow.length === 0) return own.slice(0, 1);
  return [...groupBy(workflow, ({ status }) => status).values()].flatMap((equal) => equal.slice(0, 1));
}

function rolePolicy(collection: string, rows: readonly PermissionRow[], rules: readonly ItemRule[]): CollectionPolicy {
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
    itemRules: (action) => rules.filter((each) => each.action === action),
    permission: (status) => rowOf(status) ?? null,
    allows: (action) => coversAnything(rule(action)),
    readable: (field) => readAccess(collection, field, rows, workflow),
    writable: (field, status) => !rowOf(status)?.write_field_blacklist.includes(field),
    reserves: (field) => isReservedField(collection, field),
    mustExplain: (action, status) => explains(rowOf(status)?.explain ?? null, action),
    commentLevel: (status) => rowOf(status)?.comment ?? (rows.length > 0 ? null : 'none'),
  };
}

/** Any level except none allows creation, because a new item has no owner yet. */
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
