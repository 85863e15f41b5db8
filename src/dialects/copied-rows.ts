import type { Ddl } from './dialect.ts';

/** The name of a kept table while it is being filled, on engines where that takes several transactions. */
export const unfinished = (name: string): string => `${name}_`;

type Copying = Pick<Ddl, 'keep' | 'copy' | 'fill'>;

/** Statements that copy rows from one table to another. All engines share them, except for the quotes. */
export function copying(quote: (name: string) => string): Copying {
  const list = (names: readonly string[]): string => names.map(quote).join(', ');
  return {
    keep: (from, to, columns, key) => [
      `CREATE TABLE ${quote(to)} AS SELECT ${list(columns)} FROM ${quote(from)}`,
      ...(key === null ? [] : [`CREATE INDEX ${quote(`${to}_key`)} ON ${quote(to)} (${quote(key)})`]),
    ],
    copy: (from, to, columns) => [
      `INSERT INTO ${quote(to)} (${list(columns)}) SELECT ${list(columns)} FROM ${quote(from)}`,
    ],
    fill(from, to, key, columns) {
      const value = (name: string): string =>
        `${quote(name)} = (SELECT k.${quote(name)} FROM ${quote(from)} k WHERE k.${quote(key)} = ${quote(to)}.${quote(key)})`;
      const known = `${quote(key)} IN (SELECT ${quote(key)} FROM ${quote(from)})`;
      return [`UPDATE ${quote(to)} SET ${columns.map(value).join(', ')} WHERE ${known}`];
    },
  };
}
