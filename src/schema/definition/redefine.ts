import { isGiven } from '../../shared/is-given.ts';
import { asText } from '../../shared/text.ts';
import type { Column } from '../column.ts';
import { columnLength } from '../column-length.ts';
import { isCurrentTime } from '../current-time.ts';
import { columnKind, datatypeOf, INTEGRAL } from '../datatypes.ts';
import { shownDefault } from '../present/field.ts';
import type { FieldAttributes } from './attributes.ts';
import { defaultText, defineColumn, demandsOf, isTruthy, withDefault } from './column.ts';

/**
 * Applies a new definition to a column. Attributes that repeat the field object leave the column exactly as it is,
 * because that object shows neither the members of an ENUM nor the engine's own types and defaults. Errors as for
 * {@link defineColumn}.
 */
export function redefineColumn(column: Column, given: FieldAttributes): Column {
  const isSameType = repeatsType(column, given);
  const typed = isSameType ? { ...column, ...demandsOf(given, columnKind(column)) } : retyped(column, given);
  if (!repeatsDefault(column, given)) return withDefault(withoutDefault(typed), defaultText(given));
  const { default: fallback, computedDefault } = column;
  if (isSameType || (columnKind(typed) === columnKind(column) && isComputed(column)))
    return { ...typed, default: fallback, ...(computedDefault && { computedDefault }) };
  return withDefault(withoutDefault(typed), fallback);
}

/** A column that is described by a synonym of its datatype keeps its own name for it. */
export function keepingName({ datatype }: Column, described: Column): Column {
  return datatypeOf(datatype).synonymOf === described.datatype ? { ...described, datatype } : described;
}

function repeatsType(column: Column, given: FieldAttributes): boolean {
  const isInteger = INTEGRAL.has(columnKind(column));
  const { length } = given;
  const isSized = isGiven(length) ? asText(length) === columnLength(column) : column.arguments === null || isInteger;
  const isSigned = !isInteger || isTruthy(given.signed) === column.signed;
  return namesType(column, given) && isSized && isSigned;
}

const namesType = ({ datatype }: Column, given: FieldAttributes): boolean =>
  typeof given.datatype === 'string' && given.datatype.toUpperCase().trim() === datatype;

function retyped(column: Column, given: FieldAttributes): Column {
  const described = { ...defineColumn(column.name, { ...given, default_value: null }), comment: column.comment };
  return namesType(column, given) ? keepingName(column, described) : described;
}

function repeatsDefault(column: Column, { default_value: value }: FieldAttributes): boolean {
  if (value === undefined || value === null) return column.default === null;
  return asText(value) === column.default || asText(value) === shownDefault(column);
}

const isComputed = (column: Column): boolean =>
  column.computedDefault === true || (column.default !== null && isCurrentTime(column.default, column));

const withoutDefault = ({ computedDefault: _computed, ...column }: Column): Column => ({ ...column, default: null });
