import type { Table } from './column.ts';

/** One change of a table, as data: it can be written down before it is made. */
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

/** Whether a step takes values away, so that nothing brings it back. */
export function destroys(step: TableStep): boolean {
  return ORDER.indexOf(weightOf(step)) >= ORDER.indexOf('shrink');
}

/**
 * The steps of a change in the order in which they are made: one for all changes of a table, so that they happen
 * together, and what cannot be undone last.
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
