import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { refusePattern } from '../../patterns/pattern.ts';
import { isGiven } from '../../shared/is-given.ts';
import { appearance, confusable } from '../../shared/plain-name.ts';
import { asText } from '../../shared/text.ts';
import type { Column } from '../column.ts';
import type { FieldType } from '../field.ts';
import { fieldTypeOf } from '../field-types/all.ts';
import { type FieldAttributes, refuseUnknownAttributes } from './attributes.ts';
import { defineColumn, refuseFlags } from './column.ts';
import { redefineColumn } from './redefine.ts';

/** A parsed field definition. */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** Null for a type without a column. */
  readonly column: Column | null;
  readonly payload: FieldAttributes;
}

/** The engine's rules for names. */
export interface NameRule {
  readonly nameBytes: number;
  readonly reservedNames: RegExp;
  readonly systemColumns: ReadonlySet<string>;
}

/**
 * Parses the definition of a new field, whose column may exist already. Errors: 12 unknown attribute, 4 missing or
 * unusable attribute, 402 and 403 length, 401 unknown type or datatype. (Contract, S-90 to S-97.)
 */
export function defineField(payload: FieldAttributes, rule: NameRule, existing: Column | null = null): FieldDefinition {
  refuseUnknownAttributes(payload);
  refuseFlags(payload);
  const violations = new Violations();
  for (const name of ['field', 'type']) if (!isGiven(payload[name])) violations.add(name, violation.blank);
  violations.throwIfAny();
  const name = requireText('field', payload.field);
  if (!existing) refuseName(name, rule);
  refusePattern(name, payload.validation);
  const type = fieldTypeOf(requireText('type', payload.type));
  if (type?.column === false) return { name, type, column: null, payload };
  if (!type) throw new ApiError('unknownType', { type: asText(payload.type) });
  const column = existing ? redefineColumn(existing, payload) : defineColumn(name, payload);
  return { name, type, column, payload };
}

/** The maximum number of characters of a name. */
export const MAX_NAME = 64;

/**
 * Names may contain letters of any script, digits, `_`, `$` and `:`, but no separators of request syntax. A name of
 * more than 64 characters is refused like any other long attribute.
 */
function refuseName(name: string, { nameBytes, reservedNames, systemColumns }: NameRule): void {
  const fits = name.length > MAX_NAME || Buffer.byteLength(name) <= nameBytes;
  const isReserved = reservedNames.test(name) || systemColumns.has(name) || name === '__proto__';
  if (!/^[\p{L}\p{N}_$:]+$/u.test(name) || !fits || isReserved) throw new ApiError('invalidName', { field: 'field' });
}

/** Refuses a new name that could be mistaken for another one, or for one that is taken. Error 4. */
export function refuseConfusable(name: string, taken: Iterable<string>): void {
  refuseEachConfusable([name], taken);
}

/**
 * The same for several new names, which could also be mistaken for each other. Names that are too long are refused later.
 */
export function refuseEachConfusable(names: readonly string[], taken: Iterable<string>): void {
  const known = new Map([...taken].map((name) => [appearance(name), name]));
  for (const name of names.filter(({ length }) => length <= MAX_NAME)) {
    const seen = appearance(name);
    const reason = confusable(name) ?? looksLike(name, known.get(seen));
    if (reason !== undefined) throw new ApiError('nameDeceives', { name, reason });
    known.set(seen, name);
  }
}

const looksLike = (name: string, other: string | undefined): string | undefined =>
  other === undefined || other === name ? undefined : `it looks like "${other}"`;
