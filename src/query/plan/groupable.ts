import { unprocessable } from '../../errors/unprocessable.ts';
import { datatypes, type Kind, NUMERIC, TEMPORAL } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { isMasked } from '../../schema/system/masked.ts';
import { isSecretColumn } from '../../schema/system/secrets.ts';
import type { AggregateFunction, DatePart } from '../ast.ts';

/** Kinds of columns, and types of fields, whose values cannot be compared for equality. */
const SHAPELESS: ReadonlySet<Kind> = new Set(['json', 'binary']);
const STRUCTURED: ReadonlySet<string> = new Set(['json', 'array', 'hash']);

/** Whether items can be grouped by a field. */
export function isGroupable(field: Field): boolean {
  const { column, kind, type } = field;
  if (!column || !kind || SHAPELESS.has(kind) || STRUCTURED.has(type.name)) return false;
  // Columns of other datatypes may not support equality.
  return (
    datatypes[column.datatype] !== undefined &&
    !isMasked(field.collection, field.name) &&
    !isSecretColumn(field.collection, field.name)
  );
}

/** Whether an aggregate function accepts the values of a groupable field. */
export function isAggregable({ kind, type, relation }: Field, name: AggregateFunction): boolean {
  if (name === 'count' || name === 'countDistinct') return true;
  if (relation || type.name === 'boolean' || !kind) return false;
  return NUMERIC.has(kind) || ((name === 'min' || name === 'max') && TEMPORAL.has(kind));
}

/** Whether a field has a given date part. */
export function hasPart({ kind }: Field, part: DatePart): boolean {
  return kind === 'datetime' || (kind === 'date' && part !== 'hour');
}

/** Refuses a field whose values cannot be compared for equality. Error 12. */
export function checkGrouped(field: Field, name: string): void {
  if (isGroupable(field)) return;
  throw unprocessable(
    `Items cannot be grouped by "${name}", of type ${field.type.name}: use a field with a single value`,
  );
}

/** Refuses a function that does not accept the field's type. Error 12. */
export function checkAggregated(field: Field, name: AggregateFunction): void {
  if (isGroupable(field) && isAggregable(field, name)) return;
  const taken =
    name === 'sum' || name === 'avg'
      ? 'numbers'
      : name.startsWith('count')
        ? 'single values'
        : 'numbers, dates and times';
  throw unprocessable(`aggregate[${name}] takes ${taken}, and "${field.name}" is of type ${field.type.name}`);
}

/** Refuses a date part that the field does not have. Error 12. */
export function checkPart(field: Field, part: DatePart): void {
  if (hasPart(field, part)) return;
  throw unprocessable(
    `${part}() takes ${part === 'hour' ? 'moments' : 'dates and moments'}, and "${field.name}" is of type ${field.type.name}`,
  );
}
