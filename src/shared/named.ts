/**
 * A table for names from outside. It has only its own names, and not `constructor` or `toString`, which objects
 * inherit.
 */
export function named<T>(table: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.assign(Object.create(null), table);
}
