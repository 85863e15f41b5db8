import type { Table } from './column.ts';

/** A change of a table as data, so that it can be recorded before it is applied. */
export type TableStep =
  | { readonly kind: 'create'; readonly table: Table }
  | { readonly kind: 'alter'; readonly before: Table; readonly after: Table }
  | { readonly kind: 'drop'; readonly table: string };

const ORDER = ['create', 'change', 'shrink', 'drop'] as const;

/** The name of the table that a step changes. */
export function tableOf(step: TableStep): string {
  if (step.kind === 'drop') return step.table;
  return step.kind === 'create' ? step.table.name : step.before.name;
}

/** Whether a step destroys values, so that it cannot be undone. */
export function destroys(step: TableStep): boolean {
  return ORDER.indexOf(weightOf(step)) >= ORDER.indexOf('shrink');
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
