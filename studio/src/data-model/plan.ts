/** The server's plan of a change of the schema. */
export interface Plan {
  readonly possible: boolean;
  readonly error: { readonly code: number; readonly message: string } | null;
  readonly statements: readonly { readonly table: string; readonly sql: string }[];
  readonly rows: readonly { readonly table: string; readonly action: string; readonly count: number }[];
  readonly tables: readonly PlannedTable[];
  readonly seconds: number;
  readonly losses: readonly Loss[];
  readonly conflicts: readonly Conflict[];
  readonly undo: { readonly possible: boolean; readonly until: string | null; readonly reason: string | null };
  readonly warnings: readonly { readonly kind: string; readonly name: string; readonly message: string }[];
}

export interface PlannedTable {
  readonly table: string;
  readonly action: 'create' | 'alter' | 'drop';
  readonly rows: number | null;
  readonly exact: boolean;
  readonly rewrites: boolean;
  readonly locks: 'none' | 'writes' | 'all';
  readonly seconds: number;
}

interface Example {
  readonly key: unknown;
  readonly value: unknown;
}

export interface Loss {
  readonly kind: 'table' | 'column' | 'value' | 'revisions' | 'comments';
  readonly table: string;
  readonly field: string | null;
  readonly count: number | null;
  readonly exact: boolean;
  readonly kept: boolean;
  readonly examples: readonly Example[];
}

export interface Conflict {
  readonly table: string;
  readonly field: string;
  readonly constraint: 'unique' | 'required' | 'length' | 'type';
  readonly count: number | null;
  readonly exact: boolean;
  readonly examples: readonly Example[];
}

/** How dangerous a plan is: it changes no data, loses nothing, loses something, or loses much. */
export type Weight = 'none' | 'light' | 'loss' | 'grave';

const MANY = 100;

/** The plans of several steps as one. */
export function joined(plans: readonly Plan[]): Plan {
  const blocked = plans.find(({ possible }) => !possible);
  const stuck = plans.find(({ undo }) => !undo.possible);
  const until = plans.map(({ undo }) => undo.until).filter((each) => each !== null);
  return {
    possible: !blocked,
    error: blocked?.error ?? null,
    statements: plans.flatMap(({ statements }) => statements),
    rows: plans.flatMap(({ rows }) => rows),
    tables: plans.flatMap(({ tables }) => tables),
    seconds: plans.reduce((sum, { seconds }) => sum + seconds, 0),
    losses: plans.flatMap(({ losses }) => losses),
    conflicts: plans.flatMap(({ conflicts }) => conflicts),
    undo: { possible: !stuck, until: until.sort()[0] ?? null, reason: stuck?.undo.reason ?? null },
    warnings: distinct(plans.flatMap(({ warnings }) => warnings)),
  };
}

const distinct = (warnings: Plan['warnings']): Plan['warnings'] => [
  ...new Map(warnings.map((each) => [each.message, each])).values(),
];

/** How dangerous a plan is. An unknown number of values counts as many. */
export function weightOf({ losses, tables, warnings }: Plan): Weight {
  const lost = losses.filter(({ count }) => count !== 0);
  if (lost.some(({ count, kind }) => count === null || count >= MANY || kind === 'table')) return 'grave';
  if (lost.length > 0) return 'loss';
  return tables.length > 0 || warnings.length > 0 ? 'light' : 'none';
}
