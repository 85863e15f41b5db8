import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { brokenRule, Violations, violation } from '../../errors/violations.ts';
import { exceedsBasicPlane } from '../../shared/basic-plane.ts';
import { isGiven } from '../../shared/is-given.ts';
import { asText } from '../../shared/text.ts';
import { withoutEnding } from '../../shared/without-ending.ts';
import type { Column } from '../column.ts';
import { columnLength } from '../column-length.ts';
import { type Datatype, datatypeOf, datatypes, INTEGRAL, type Kind } from '../datatypes.ts';
import type { FieldType } from '../field.ts';
import { fieldTypeOf } from '../field-types/all.ts';
import { columnOfType } from '../field-types/columns.ts';
import { isStorable, kinds } from '../kinds.ts';
import { exceedsColumn } from '../value-length.ts';
import type { FieldAttributes } from './attributes.ts';

/**
 * The column that a definition describes; without a datatype, the column of its type. Errors: 401, 402, 403, 4.
 * (Contract, S-103 to S-111.)
 */
export function defineColumn(name: string, given: FieldAttributes): Column {
  const payload = completed(given);
  const { datatype, entry } = datatypeNamed(
    requireText('datatype', payload.datatype ?? '')
      .toUpperCase()
      .trim(),
  );
  return withDefault(
    {
      name,
      datatype,
      arguments: argumentsOf(name, datatype, entry, payload.length),
      // MySQL knows no unsigned year.
      signed: !INTEGRAL.has(entry.kind) || datatype === 'YEAR' || isTruthy(payload.signed),
      default: null,
      ...demandsOf(payload, entry.kind),
      comment: '',
    },
    defaultText(payload),
  );
}

/** The constraints that a definition sets for the values of a column. */
export function demandsOf(
  given: FieldAttributes,
  kind: Kind,
): Pick<Column, 'nullable' | 'primaryKey' | 'autoIncrement' | 'unique'> {
  const primaryKey = isTruthy(given.primary_key);
  return {
    nullable: !isTruthy(given.required) && !primaryKey,
    primaryKey,
    autoIncrement: INTEGRAL.has(kind) && isTruthy(given.auto_increment),
    unique: isTruthy(given.unique) && !primaryKey,
  };
}

/** A definition without a datatype takes its missing attributes from its type. */
function completed(payload: FieldAttributes): FieldAttributes {
  const type = typeof payload.type === 'string' ? columnOfType(payload.type.toLowerCase()) : undefined;
  if (!type || isGiven(payload.datatype)) return payload;
  return { ...type, ...Object.fromEntries(Object.entries(payload).filter(([, value]) => isGiven(value))) };
}

/** Refuses a second auto-increment column, and one that is not the primary key, unless it existed before. Error 12. */
export function refuseCounters(columns: readonly Column[], before: readonly Column[]): void {
  const counters = columns.filter(({ autoIncrement }) => autoIncrement);
  const counted = new Set(before.filter(({ autoIncrement }) => autoIncrement).map(({ name }) => name));
  const added = counters.filter(({ name }) => !counted.has(name));
  if (added.length > 0 && counters.length > 1) throw new ApiError('manyAutoIncrements');
  const field = added.find(({ primaryKey }) => !primaryKey)?.name;
  if (field !== undefined) throw new ApiError('counterWithoutKey', { field });
}

const FLAGS = ['unique', 'primary_key', 'auto_increment', 'signed'] as const;
const FALSE: readonly unknown[] = [undefined, null, false, 0, '', '0', 'false'];

/** Refuses flags of a column that are neither true nor false. Error 4. (Contract, S-111.) */
export function refuseFlags(attributes: FieldAttributes): void {
  const violations = new Violations();
  for (const name of FLAGS)
    if (!isTruthy(attributes[name]) && !FALSE.includes(attributes[name])) violations.add(name, violation.type('bool'));
  violations.throwIfAny();
}

/** Flags may be sent as booleans, numbers or text. */
export function isTruthy(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

/** A datatype by any of its names; the permitted length depends on the name that was sent. */
function datatypeNamed(sent: string): { readonly datatype: string; readonly entry: Datatype } {
  const entry = datatypes[sent];
  if (!entry) throw new ApiError('unknownDatatype', { datatype: sent });
  return { datatype: entry.synonymOf ?? sent, entry };
}

/** Adds a default, in its stored form, to a column without one. Error 4. */
export function withDefault(column: Column, text: string | null): Column {
  const { kind } = datatypeOf(column.datatype);
  if (text === null || (text === '' && kind !== 'text' && kind !== 'choice')) return column;
  if (kinds[kind].validate(text, column) !== undefined || exceedsColumn(text, column)) throw invalidDefault();
  if (kind === 'decimal') return { ...column, default: padded(text, column) };
  const isWritten = kind === 'integer' || kind === 'bigint' || kind === 'datetime';
  return { ...column, default: isWritten ? String(kinds[kind].store(text)) : text };
}

/** The default in a definition as text; null if there is none. Error 4. */
export function defaultText({ type, default_value: value }: FieldAttributes): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? structureText(value, fieldTypeOf(asText(type))) : asText(value);
}

/** A list or an object is stored as in an item, if the type has a form of its own for them. */
function structureText(value: object, type: FieldType | undefined): string {
  if (!type?.defaultOf) return JSON.stringify(value);
  const text = type.defaultOf(value);
  if (text === undefined) throw invalidDefault();
  return text;
}

const invalidDefault = (): ApiError => brokenRule('default_value', violation.invalid);

/** A decimal with all the decimal places of its column. */
function padded(text: string, { arguments: size }: Column): string {
  const scale = Number(size?.split(',')[1] ?? 0);
  const [, sign = '', whole = '', fraction = ''] = /^\+?(-?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  const digits = withoutEnding(fraction, '0').padEnd(scale, '0');
  return `${sign}${whole.replace(/^0+/, '') || '0'}${scale > 0 ? `.${digits}` : ''}`;
}

function argumentsOf(name: string, datatype: string, entry: Datatype, length: unknown): string | null {
  const isZero = length === 0 || length === '0';
  if (entry.length === 'required' && (isZero || (!isGiven(length) && entry.defaultLength === undefined)))
    throw new ApiError('lengthRequired', { field: name });
  if (!isGiven(length) || isZero) return entry.defaultLength ?? null;
  if (entry.length === 'refused') throw new ApiError('lengthNotSupported', { field: name });
  const parts = (Array.isArray(length) ? length : asText(length).split(',')).map((part) => asText(part).trim());
  if (entry.kind === 'choice') return members(name, entry, parts);
  const size = sizes(name, entry, parts);
  return entry.kind === 'float' && size === columnLength({ datatype, arguments: null, signed: true }) ? null : size;
}

function members(name: string, { longest = Number.POSITIVE_INFINITY }: Datatype, parts: readonly string[]): string {
  if (parts.length === 0) throw new ApiError('lengthRequired', { field: name });
  // Field objects show the length of the longest member instead.
  if (parts.length === 1 && /^\d+$/.test(parts[0] ?? ''))
    throw invalidLength(name, violation.expected('the members, such as "small,large"'));
  if (parts.length > longest || parts.some((member) => !isStorable(member))) throw invalidLength(name);
  // MySQL and MariaDB report such characters as question marks.
  if (parts.some(exceedsBasicPlane)) throw invalidLength(name, violation.basicPlane);
  return parts.map((member) => `'${member.replace(/^'|'$/g, '').replaceAll("'", "''")}'`).join(',');
}

const invalidLength = (name: string, reason: string = violation.invalid): ApiError =>
  brokenRule('length', `${reason} (${name})`);

function sizes(name: string, { kind, longest = 65535 }: Datatype, parts: readonly string[]): string | null {
  const isDecimal = kind === 'decimal' || kind === 'float';
  const isInteger = kind === 'integer' || kind === 'bigint';
  const [first = 0, second] = parts.map(Number);
  const fits =
    parts.length <= (isDecimal ? 2 : 1) &&
    (isInteger || (parts.every((part) => /^\d{1,5}$/.test(part)) && first >= 1 && first <= (isDecimal ? 65 : longest)));
  if (!fits || (second !== undefined && (second > 30 || second > first))) throw invalidLength(name);
  if (isInteger) return null;
  return isDecimal ? `${first},${second ?? 0}` : String(first);
}
