import type { Column } from '../../schema/column.ts';
import { columnKind } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { decimalPlaces } from '../../schema/text-form.ts';
import { columnNamed, type Expression } from './nodes.ts';

/** Generates the table aliases of one statement. */
export class Aliases {
  #next = 0;

  take(): string {
    return `t${this.#next++}`;
  }
}

/** The column of a field, qualified by a table alias. */
export function column(field: Field, alias: string): Expression {
  const kind = field.kind ?? 'text';
  const { collation, comparedAs } = field.column ?? {};
  const plain: Expression = {
    type: 'column',
    alias,
    name: field.name,
    kind,
    collation,
    ...(comparedAs && { as: comparedAs }),
  };
  const scale = kind === 'decimal' && field.column ? decimalPlaces(field.column) : null;
  return scale === null ? plain : { ...plain, scale };
}

/** A column of the only table of a statement. */
export const columnOf = (column: Column): Expression => columnNamed(column.name, columnKind(column));
