import type { Column } from '../schema/column.ts';
import { isCurrentTime } from '../schema/current-time.ts';

type Default = Pick<Column, 'default' | 'computedDefault'>;

const CONSTANT = /^\(*[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?\)*$|^(?:true|false)$/i;

/**
 * The default of a column whose SQL is not a quoted text: a number, a truth value, the current time, or else an
 * expression.
 */
export function expressionDefault(sql: string, column: Pick<Column, 'datatype'>): Default {
  const isPlain = CONSTANT.test(sql) || isCurrentTime(sql, column);
  return isPlain ? { default: sql } : { default: sql, computedDefault: true };
}
