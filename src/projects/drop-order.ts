import type { ForeignKey } from '../schema/column.ts';

/** Tables in an order in which they can be dropped: whatever refers to a table comes before it. Those of a circle come last. */
export function dropOrder(tables: readonly string[], keys: readonly ForeignKey[]): readonly string[] {
  const left = new Set(tables);
  const others = keys.filter(({ table, target }) => table !== target);
  for (const ordered: string[] = []; ; ) {
    const needed = new Set(others.flatMap(({ table, target }) => (left.has(table) ? [target] : [])));
    const free = [...left].filter((name) => !needed.has(name));
    if (free.length === 0) return [...ordered, ...left];
    ordered.push(...free);
    for (const name of free) left.delete(name);
  }
}
