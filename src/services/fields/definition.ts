import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Column } from '../../schema/column.ts';
import { type Datatype, datatypes } from '../../schema/datatypes.ts';
import type { FieldType } from '../../schema/field-type.ts';
import { fieldTypeOf } from '../../schema/field-types/all.ts';
import { kinds } from '../../schema/kinds.ts';
import type { Payload } from '../items/payload.ts';

/** Attributes of a field that its column holds. */
export const COLUMN_ATTRIBUTES = [
  'datatype',
  'unique',
  'primary_key',
  'auto_increment',
  'default_value',
  'signed',
  'length',
] as const;
/** Attributes of a field that its row in `directus_fields` holds. */
export const ROW_ATTRIBUTES = [
  'id',
  'collection',
  'field',
  'type',
  'interface',
  'options',
  'locked',
  'validation',
  'required',
  'readonly',
  'hidden_detail',
  'hidden_browse',
  'sort',
  'width',
  'group',
  'note',
  'translation',
] as const;

const KNOWN: ReadonlySet<string> = new Set([...COLUMN_ATTRIBUTES, ...ROW_ATTRIBUTES]);

/** A field as a client defines it, understood. */
export interface FieldDefinition {
  readonly name: string;
  readonly type: FieldType;
  /** Null for a type without a column. */
  readonly column: Column | null;
  readonly payload: Payload;
}

/** What the engine asks of names. */
export interface NameRule {
  readonly nameBytes: number;
  readonly reservedNames: RegExp;
}

/**
 * Understands the definition of a new field. Errors: 12 unknown attribute or missing datatype, 4 missing or unusable
 * attribute, 402 and 403 length, 401 unknown type or datatype. (Facts of the schema, sections 2.4, 3.3 and 3.5.)
 */
export function defineField(payload: Payload, rule: NameRule): FieldDefinition {
  refuseUnknownAttributes(payload);
  const violations = new Violations();
  for (const name of ['field', 'type']) if (isBlank(payload[name])) violations.add(name, violation.blank);
  violations.throwIfAny();
  const name = String(payload.field);
  refuseName(name, rule);
  const type = fieldTypeOf(String(payload.type));
  if (type?.column === false) return { name, type, column: null, payload };
  if (isBlank(payload.datatype)) throw new ApiError('datatypeRequired');
  const column = defineColumn(name, payload);
  if (!type) throw new ApiError('unknownType', { type: String(payload.type) });
  return { name, type, column, payload };
}

/** Refuses attributes that no field has. Error 12. */
export function refuseUnknownAttributes(payload: Payload): void {
  const unknown = Object.keys(payload).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0)
    throw new ApiError('unknownPayloadFields', { fields: unknown.join(', '), collection: 'directus_fields' });
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Names may hold letters of any script, digits, `_`, `$` and `:`; what separates words in a request may not. */
function refuseName(name: string, { nameBytes, reservedNames }: NameRule): void {
  const fits = name.length <= 64 && Buffer.byteLength(name) <= nameBytes;
  if (!/^[\p{L}\p{N}_$:]+$/u.test(name) || !fits || reservedNames.test(name) || name === '__proto__') {
    throw new ApiError('invalidName', { field: 'field' });
  }
}

/** The column that a definition describes. Errors: 401, 402, 403, 4. */
export function defineColumn(name: string, payload: Payload): Column {
  const datatype = String(payload.datatype).toUpperCase().trim();
  const entry = datatypes[datatype];
  if (!entry) throw new ApiError('unknownDatatype', { datatype });
  const isInteger = entry.kind === 'integer' || entry.kind === 'bigint';
  const primaryKey = isTruthy(payload.primary_key);
  const column: Column = {
    name,
    datatype,
    arguments: argumentsOf(name, entry, payload.length),
    signed: !isInteger || isTruthy(payload.signed),
    nullable: !isTruthy(payload.required) && !primaryKey,
    default: defaultOf(payload.default_value),
    primaryKey,
    autoIncrement: isInteger && isTruthy(payload.auto_increment),
    unique: isTruthy(payload.unique) && !primaryKey,
    comment: '',
  };
  return withUsableDefault(column, entry);
}

/** Flags come as booleans, numbers or text. */
export function isTruthy(value: unknown): boolean {
  return value === true || value === 1 || value === '1' || value === 'true';
}

function defaultOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return value ? '1' : '0';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function withUsableDefault(column: Column, entry: Datatype): Column {
  const { default: fallback } = column;
  if (fallback === null) return column;
  if (fallback === '' && entry.kind !== 'text' && entry.kind !== 'choice') return { ...column, default: null };
  if (kinds[entry.kind].validate(fallback, column) !== undefined) {
    throw new ApiError('validation', { violations: `default_value: ${violation.invalid}` });
  }
  return column;
}

function argumentsOf(name: string, entry: Datatype, length: unknown): string | null {
  const absent = length === undefined || length === null || length === '' || length === 0 || length === '0';
  if (absent && entry.length === 'required') throw new ApiError('lengthRequired', { field: name });
  if (absent) return null;
  if (entry.length === 'refused') throw new ApiError('lengthNotSupported', { field: name });
  if (entry.kind === 'integer' || entry.kind === 'bigint') return null;
  const parts = (Array.isArray(length) ? length : String(length).split(',')).map((part) => String(part).trim());
  if (entry.kind === 'choice')
    return parts.map((member) => `'${member.replace(/^'|'$/g, '').replaceAll("'", "''")}'`).join(',');
  return sizes(name, entry, parts);
}

function sizes(name: string, { kind }: Datatype, parts: readonly string[]): string {
  const isDecimal = kind === 'decimal' || kind === 'float';
  const [first, second] = parts.map(Number);
  const limit = isDecimal ? 65 : 65535;
  const fits =
    parts.every((part) => /^\d{1,5}$/.test(part)) &&
    parts.length <= (isDecimal ? 2 : 1) &&
    (first ?? 0) >= 1 &&
    (first ?? 0) <= limit;
  if (!fits || (second !== undefined && (second > 30 || second > (first ?? 0)))) {
    throw new ApiError('validation', { violations: `length: ${violation.invalid} (${name})` });
  }
  return isDecimal ? `${first},${second ?? 0}` : String(first);
}
