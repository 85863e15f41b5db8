import type { Statement } from '../dialect.ts';
import { quote } from './quoting.ts';

/** Counts the rows of a table up to `most`. */
export function roughSize(table: string, most: number): Statement {
  return { text: `SELECT count(*) FROM (SELECT 1 FROM ${quote(table)} LIMIT ${most})`, parameters: [] };
}
