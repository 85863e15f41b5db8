import { trigramsOf } from '../../query/text-form.ts';
import type { Stored } from '../../schema/stored.ts';
import { printerOf } from '../printer.ts';
import { average, PARTS, sum } from './groups.ts';
import { objectText } from './object-text.ts';
import { quote } from './quoting.ts';
import { isUnusual } from './unusual-values.ts';

/** A text as the query language of the index quotes it. */
const literalOf = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const NULLS = { first: ' NULLS FIRST', last: ' NULLS LAST', none: '' } as const;

/** JSON has no bytes, so they are in hexadecimal. Columns of bytes may hold anything else, too. */
const BYTES_OR_VALUE = `CASE type WHEN 'object' THEN unhex(value ->> 'bytes') ELSE value END`;

function keyAsJson(key: Stored): unknown {
  if (key instanceof Uint8Array) return { bytes: Buffer.from(key).toString('hex') };
  return typeof key === 'bigint' ? String(key) : key;
}

/** Prints statements for SQLite. */
export const printer = printerOf({
  quote,
  placeholder: () => '?',
  constant: (value) => (value ? '1' : '0'),
  like: (left, pattern, { negated }) => `${left()} ${negated ? 'NOT ' : ''}LIKE ${pattern()} ESCAPE '!'`,
  decimalText: (decimal, scale) => `CASE WHEN ${decimal} IS NOT NULL THEN printf('%.${scale}f', ${decimal}) END`,
  inKeys: (left, kind, placeholder) =>
    `${left} IN (SELECT ${kind === 'binary' ? BYTES_OR_VALUE : 'value'} FROM json_each(${placeholder}))`,
  keys:
    () =>
    ({ keys }) =>
      JSON.stringify(keys.map(keyAsJson)),
  sortKey: (text, folded) => (folded ? `${text} COLLATE NOCASE` : text),
  wholeNumber: (text) => `CAST(${text} AS INTEGER)`,
  order(by, { descending, nulls, text }) {
    const direction = `${descending ? ' DESC' : ''}${NULLS[nulls ?? 'none']}`;
    return text ? `${by()} COLLATE NOCASE${direction}, ${by()}${descending ? ' DESC' : ''}` : `${by()}${direction}`;
  },
  sum,
  average,
  part: (name, local) => PARTS[name](local),
  moved: (moment, seconds) => `datetime(${moment}, (${seconds}) || ' seconds')`,
  moment: (text) => `'${text}'`,
  random: 'RANDOM()',
  read: (column, kind) => (kind === 'bigint' ? `CAST(${column} AS TEXT)` : column),
  limit: (limit, offset) => `LIMIT ${limit ?? '-1'}${offset ? ` OFFSET ${offset}` : ''}`,
  returning: () => '',
  tied: (insert, _key, into) => [insert, into('last_insert_rowid()')],
  unindexed: (expression) => `+(${expression})`,
  unusual: isUnusual,
  object: objectText,
  textMatch: {
    rows: (index, placeholder) => `SELECT rowid FROM ${quote(index)} WHERE ${quote(index)} MATCH ${placeholder}`,
    matching: (parts) => (binding) => trigramsOf(parts(binding)).map(literalOf).join(' AND '),
  },
  // As a plain condition, SQLite 3.53 turns it into a join, which counts rows more than once towards OFFSET.
  exists: '+EXISTS',
});
