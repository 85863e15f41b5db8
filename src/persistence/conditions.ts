import { and, type Comparison, type Expression, or, selectFrom } from '../query/sql/nodes.ts';
import type { Table } from '../schema/column.ts';
import type { Kind } from '../schema/datatypes.ts';
import type { Stored } from '../schema/stored.ts';
import { columnIn, kindIn } from './table-column.ts';

/** All values of a column of another table. */
interface ValuesOf {
  readonly table: Table;
  readonly column: string;
}

/**
 * The conditions on the rows of a table, by column name. Only `= null` and `<> null` match null. `like` compares
 * complete texts ignoring ASCII case; `any` holds if one of its conditions does.
 */
export type Condition =
  | readonly [column: string, sign: Comparison, value: Stored]
  | readonly [column: string, sign: 'in' | 'not in', values: readonly Stored[]]
  | readonly [column: string, sign: 'like', text: string]
  | readonly [column: string, sign: 'not in all', values: ValuesOf]
  | { readonly any: readonly Condition[] };

/** Creates the parameter of a value. */
type Parameter = (value: Stored, kind: Kind) => Expression;

/**
 * The expression for conditions that must all hold; null if there are none. Parameters are created in the order of
 * {@link valuesOf}.
 */
export function expressionOf(
  table: Table,
  alias: string,
  conditions: readonly Condition[],
  parameter: Parameter,
): Expression | null {
  const test = (condition: Condition): Expression | null => {
    if (isAny(condition)) return or(condition.any.map(test));
    const left = columnIn(table, condition[0], alias);
    const kind = kindIn(table, condition[0]);
    switch (condition[1]) {
      case 'in':
      case 'not in':
        if (condition[2].length === 0) return { type: 'constant', value: condition[1] === 'not in' };
        return {
          type: 'in',
          left,
          of: condition[2].map((value) => parameter(value, kind)),
          negated: condition[1] === 'not in',
        };
      case 'like':
        return { type: 'like', left, pattern: parameter(escaped(condition[2]), kind), negated: false };
      case 'not in all':
        return { type: 'not', of: { type: 'inSelect', left, select: valuesSelect(condition[2]) } };
      default:
        return condition[2] === null
          ? { type: 'null', of: left, negated: condition[1] === '<>' }
          : { type: 'compare', sign: condition[1], left, right: parameter(condition[2], kind) };
    }
  };
  return and(conditions.map(test));
}

/** The values that conditions compare with, in the order of their placeholders. */
export function valuesOf(conditions: readonly Condition[]): Stored[] {
  return conditions.flatMap((condition) => {
    if (isAny(condition)) return valuesOf(condition.any);
    switch (condition[1]) {
      case 'in':
      case 'not in':
        return condition[2];
      case 'like':
        return [escaped(condition[2])];
      case 'not in all':
        return [];
      default:
        return condition[2] === null ? [] : [condition[2]];
    }
  });
}

/** A key that is equal for lists of conditions that differ only in their values. */
export function formOf(conditions: readonly Condition[]): string {
  return conditions.map(formOfOne).join('\0');
}

function formOfOne(condition: Condition): string {
  if (isAny(condition)) return `(${condition.any.map(formOfOne).join('|')})`;
  const [column, sign] = condition;
  switch (condition[1]) {
    case 'in':
    case 'not in':
      return `${column} ${sign} ${condition[2].length}`;
    case 'not in all':
      return `${column} ${sign} ${condition[2].table.name}.${condition[2].column}`;
    default:
      return `${column} ${sign}${condition[2] === null ? ' null' : ''}`;
  }
}

const isAny = (condition: Condition): condition is Extract<Condition, { any: unknown }> => 'any' in condition;
const escaped = (text: string): string => text.replace(/[!%_]/g, '!$&');

function valuesSelect({ table, column }: ValuesOf) {
  return selectFrom(table.name, [columnIn(table, column, 't1')], { alias: 't1' });
}
