import type { RuleFilter } from './rule.ts';

export const ACTIONS = ['create', 'read', 'update', 'delete'] as const;
export type AccessAction = (typeof ACTIONS)[number];
/** From the least to the most. */
export const LEVELS = ['none', 'mine', 'role', 'full'] as const;
export type Level = (typeof LEVELS)[number];

/** A row of a role's permissions; without an id until it is saved. */
export interface AccessRow extends Readonly<Record<AccessAction, Level>> {
  readonly id: number | null;
  readonly collection: string;
  readonly status: string | null;
  readonly comment: string;
  readonly explain: string;
  readonly read_field_blacklist: readonly string[];
  readonly write_field_blacklist: readonly string[];
  readonly status_blacklist: readonly string[];
}

/** A rule about single items; without an id until it is saved. */
export interface RuleRow {
  readonly id: number | null;
  readonly collection: string;
  readonly status: string | null;
  readonly action: AccessAction;
  readonly filter: RuleFilter | null;
  readonly presets: Readonly<Record<string, unknown>> | null;
  readonly validation: RuleFilter | null;
  readonly problem: string | null;
}

/** What a role may do. */
export interface Access {
  readonly rows: readonly AccessRow[];
  readonly rules: readonly RuleRow[];
}

/** A collection, or its items of one status. */
export interface Scope {
  readonly collection: string;
  readonly status: string | null;
}

export interface Place extends Scope {
  readonly action: AccessAction;
}

/** What a cell of the matrix shows. `mixed` means that levels differ by status. */
export interface Cell {
  readonly level: Level | 'mixed';
  /** Whether a rule restricts it. */
  readonly hasRule: boolean;
  /** Whether a rule cannot be applied, so that nothing is allowed. */
  readonly problem: string | null;
}

/** A row that allows nothing. */
export const emptyRow = ({ collection, status }: Scope): AccessRow => ({
  id: null,
  collection,
  status,
  create: 'none',
  read: 'none',
  update: 'none',
  delete: 'none',
  comment: 'none',
  explain: 'none',
  read_field_blacklist: [],
  write_field_blacklist: [],
  status_blacklist: [],
});

/** Rows of statuses that begin with `$` are stored, and have no effect. */
const counts = ({ status }: AccessRow): boolean => !status?.startsWith('$');

type ByCollection = ReadonlyMap<string, readonly AccessRow[]>;
/** A cache: a matrix looks up the rows of each collection many times. */
const sorted = new WeakMap<readonly AccessRow[], ByCollection>();

/** The rows of a collection that have an effect: those with a status replace the one without. */
export function rowsOf({ rows }: Access, collection: string): readonly AccessRow[] {
  const known = sorted.get(rows) ?? byCollection(rows);
  sorted.set(rows, known);
  return known.get(collection) ?? [];
}

function byCollection(rows: readonly AccessRow[]): ByCollection {
  const all = new Map<string, AccessRow[]>();
  for (const row of rows) if (counts(row)) all.set(row.collection, [...(all.get(row.collection) ?? []), row]);
  return new Map([...all].map(([name, own]) => [name, own.some(hasStatus) ? own.filter(hasStatus) : own]));
}

const hasStatus = ({ status }: AccessRow): boolean => status !== null;

/** Whether a role's rights on a collection depend on the status of items. */
export const isSplit = (access: Access, collection: string): boolean =>
  rowsOf(access, collection).some(({ status }) => status !== null);

/** The row that decides about a scope. Of two for the same the first one counts. */
export function rowAt(access: Access, { collection, status }: Scope): AccessRow {
  const rows = rowsOf(access, collection);
  const found = isSplit(access, collection) ? rows.find((row) => row.status === status) : rows[0];
  return found ?? emptyRow({ collection, status });
}

/** The rule of a scope and an action. */
export const ruleAt = ({ rules }: Access, { collection, status, action }: Place): RuleRow | undefined =>
  rules.find((rule) => rule.collection === collection && rule.status === status && rule.action === action);

/** What a cell shows; for a collection by status, what all its statuses have in common. */
export function cellAt(access: Access, place: Place, statuses: readonly string[]): Cell {
  const { collection, action, status } = place;
  const about = [status, ...(status === null ? statuses : [null])];
  const rules = access.rules.filter(
    (rule) => rule.collection === collection && rule.action === action && about.includes(rule.status),
  );
  const isWhole = status === null && isSplit(access, collection);
  const scopes = isWhole ? statuses.map((each) => ({ collection, status: each })) : [place];
  const levels = new Set(scopes.map((scope) => levelOf(rowAt(access, scope), action)));
  const [level = 'none'] = levels;
  const problem = rules.find((rule) => rule.problem)?.problem ?? null;
  return { level: levels.size > 1 ? 'mixed' : level, hasRule: rules.some(narrows), problem };
}

/** Creating has only two levels: everything or nothing. */
const levelOf = (row: AccessRow, action: AccessAction): Level =>
  action === 'create' && row.create !== 'none' ? 'full' : row[action];

const narrows = ({ filter, validation }: RuleRow): boolean => filter !== null || validation !== null;

type Change = (row: AccessRow) => AccessRow;

/** Changes the row of a scope. A change of one status gives each status a row; a change of the whole row changes all of them. */
export function withRow(access: Access, scope: Scope, statuses: readonly string[], change: Change): Access {
  const split = isSplit(access, scope.collection);
  const base = scope.status !== null && !split ? splitUp(access, scope.collection, statuses) : access;
  const scopes = scope.status === null && split ? statuses.map((status) => ({ ...scope, status })) : [scope];
  return { ...base, rows: scopes.reduce((rows, each) => putRow(rows, change(rowAt(base, each))), base.rows) };
}

function putRow(rows: readonly AccessRow[], row: AccessRow): readonly AccessRow[] {
  const at = rows.findIndex(({ collection, status }) => collection === row.collection && status === row.status);
  return at < 0 ? [...rows, row] : rows.with(at, row);
}

const without = (rows: readonly AccessRow[], collection: string): readonly AccessRow[] =>
  rows.filter((row) => row.collection !== collection || !counts(row));

/** Gives each status a row of its own that allows what the one row did. */
function splitUp(access: Access, collection: string, statuses: readonly string[]): Access {
  const row = rowAt(access, { collection, status: null });
  return {
    ...access,
    rows: [...without(access.rows, collection), ...statuses.map((status) => ({ ...row, id: null, status }))],
  };
}

/** Merges the rows by status into one, which allows only what all of them allowed. */
export function asOne(access: Access, collection: string, statuses: readonly string[]): Access {
  const rows = statuses.map((status) => rowAt(access, { collection, status }));
  const least = (action: AccessAction): Level =>
    LEVELS[Math.min(...rows.map((row) => LEVELS.indexOf(row[action])))] ?? 'none';
  const both = (list: 'read_field_blacklist' | 'write_field_blacklist' | 'status_blacklist'): string[] => [
    ...new Set(rows.flatMap((row) => row[list])),
  ];
  const [first = emptyRow({ collection, status: null })] = rows;
  const row: AccessRow = {
    ...first,
    id: null,
    status: null,
    create: least('create'),
    read: least('read'),
    update: least('update'),
    delete: least('delete'),
    read_field_blacklist: both('read_field_blacklist'),
    write_field_blacklist: both('write_field_blacklist'),
    status_blacklist: both('status_blacklist'),
  };
  return { ...access, rows: [...without(access.rows, collection), row] };
}

/** Replaces a rule, or removes it if it is empty. */
export function withRule(access: Access, place: Place, change: Partial<RuleRow>): Access {
  const { collection, status, action } = place;
  const bare = { id: null, collection, status, action, filter: null, presets: null, validation: null, problem: null };
  const before = ruleAt(access, place);
  const rule: RuleRow = { ...(before ?? bare), ...change, problem: null };
  const others = access.rules.filter((each) => each !== before);
  return { ...access, rules: narrows(rule) || rule.presets ? [...others, rule] : others };
}

/** Whether a rule still lacks its conditions. */
export const isUnfinished = ({ filter, validation }: RuleRow): boolean =>
  [filter, validation].some((part) => part !== null && Object.keys(part).length === 0);

/** Copies the rights on a collection to others, without rules and without names of fields that they do not have. */
export function copyTo(
  access: Access,
  from: string,
  to: readonly { readonly name: string; readonly fields: ReadonlySet<string>; readonly statuses: readonly string[] }[],
): Access {
  const source = rowsOf(access, from);
  const rows = to.reduce((all, { name, fields, statuses }) => {
    const known = (list: readonly string[]): string[] => list.filter((field) => fields.has(field));
    const copies = copiesFor(source, from, statuses).map((row) => ({
      ...row,
      id: null,
      collection: name,
      read_field_blacklist: known(row.read_field_blacklist),
      write_field_blacklist: known(row.write_field_blacklist),
      status_blacklist: row.status_blacklist.filter((status) => statuses.includes(status)),
    }));
    return [...without(all, name), ...copies];
  }, access.rows);
  return { ...access, rows };
}

/** Rows by status suit a collection with the same statuses; any other gets the most restrictive one. */
function copiesFor(source: readonly AccessRow[], from: string, statuses: readonly string[]): readonly AccessRow[] {
  const own = source.flatMap(({ status }) => status ?? []);
  if (own.every((status) => statuses.includes(status))) return source;
  return asOne({ rows: source, rules: [] }, from, own).rows;
}
