import type { Item, Viewer } from '../../query/shape/decoder.ts';
import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import type { CompiledNode } from './compiled-read.ts';

/** Finds what a relation of a row shows, by the key in the row. */
export type Lookup<R> = (key: Stored) => R;

/** Turns a row into a `T`, with the results of its relations, in their order. */
type Shape<T, R> = (row: Row, viewer: Viewer, lookups: readonly Lookup<R>[]) => T;

/** What rows are turned into: a `T`, or an `R` if nested inside another row. */
export interface Form<T, R> {
  of(node: CompiledNode): Shape<T, R>;
  one(related: T | null): R;
  many(related: readonly T[]): R;
  /** A related item that may not be read is reduced to its key. */
  key(alone: Item | null): R;
}

/** Turns rows into items. */
export const ITEMS: Form<Item, unknown> = {
  of({ decode, children }) {
    if (children.length === 0) return decode;
    return (row, viewer, lookups) => {
      const item = decode(row, viewer);
      children.forEach(({ name, keyAt }, index) => {
        if (Object.hasOwn(item, name)) item[name] = lookups[index]?.(row[keyAt] ?? null);
      });
      return item;
    };
  },
  one: (related) => related,
  many: (related) => related,
  key: (alone) => alone,
};

/** Turns rows into the JSON texts of those items, for nodes that are {@link isWritable}. */
export const TEXTS: Form<string, string> = {
  of({ write, children }) {
    if (!write) throw new Error('a node without a writer');
    if (children.length === 0) return (row, viewer) => write(row, viewer, []);
    return (row, viewer, lookups) =>
      write(
        row,
        viewer,
        children.map(({ keyAt }, index) => lookups[index]?.(row[keyAt] ?? null) ?? 'null'),
      );
  },
  one: (related) => related ?? 'null',
  many: (related) => `[${related.join(',')}]`,
  key: (alone) => JSON.stringify(alone),
};

/** Whether rows of a node, and those related to them, can be written as JSON directly. */
export function isWritable({ write, children }: CompiledNode): boolean {
  return write !== null && children.every(({ node }) => node === null || isWritable(node));
}
