import type { Table, TableIndex } from './column.ts';

/** A change of a table as data, so that it can be recorded before it is applied. */
export type TableStep =
  | { readonly kind: 'create'; readonly table: Table }
  | { readonly kind: 'alter'; readonly before: Table; readonly after: Table }
  | { readonly kind: 'drop'; readonly table: string; readonly indexes?: readonly TableIndex[] }
  /** Takes a table out of use, with its rows, by renaming it to an internal table. */
  | { readonly kind: 'retire'; readonly table: Table; readonly to: string }
  | { readonly kind: 'revive'; readonly table: Table; readonly from: string }
  /** An alteration that must follow `restore`, such as making a column required. */
  | { readonly kind: 'tighten'; readonly before: Table; readonly after: Table }
  /** Copies these columns of all rows to an internal table. */
  | { readonly kind: 'keep'; readonly from: Table; readonly columns: readonly string[]; readonly to: string }
  /** Restores what such a table contains: all rows of an empty table, or values of rows that still exist. */
  | {
      readonly kind: 'restore';
      readonly from: string;
      readonly to: Table;
      readonly columns: readonly string[];
      readonly whole: boolean;
    };

const ORDER = ['create', 'revive', 'keep', 'change', 'restore', 'tighten', 'shrink', 'retire', 'drop'] as const;

/** The name of the table that a step changes. */
export function tableOf(step: TableStep): string {
  if (step.kind === 'drop') return step.table;
  if (step.kind === 'keep') return step.from.name;
  if (step.kind === 'restore') return step.to.name;
  return 'table' in step ? step.table.name : step.before.name;
}

/** Whether a step destroys values, so that it cannot be undone. */
export function destroys(step: TableStep): boolean {
  return step.kind === 'drop' || weightOf(step) === 'shrink';
}

/**
 * The steps in the order in which they are applied: changes of one table are merged into one atomic step, and
 * irreversible steps come last.
 */
export function planOf(steps: readonly TableStep[]): TableStep[] {
  const merged: TableStep[] = [];
  for (const step of steps) {
    const at = merged.findIndex((earlier) => earlier.kind === 'alter' && tableOf(earlier) === tableOf(step));
    const earlier = merged[at];
    if (step.kind === 'alter' && earlier?.kind === 'alter') merged[at] = { ...step, before: earlier.before };
    else merged.push(step);
  }
  return merged.sort((a, b) => ORDER.indexOf(weightOf(a)) - ORDER.indexOf(weightOf(b)));
}

function weightOf(step: TableStep): (typeof ORDER)[number] {
  if (step.kind !== 'alter') return step.kind;
  const kept = new Set(step.after.columns.map(({ name }) => name));
  return step.before.columns.every(({ name }) => kept.has(name)) ? 'change' : 'shrink';
}
