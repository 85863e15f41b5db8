import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { refusePattern } from '../../patterns/pattern.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Column } from '../../schema/column.ts';
import type { FieldType } from '../../schema/field-type.ts';
import { fieldTypeOf } from '../../schema/field-types/all.ts';
import { appearance, deceiving } from '../../shared/plain-name.ts';
import { asText } from '../../shared/text.ts';
import { defineColumn, isGiven } from './column-definition.ts';

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
 * Understands the definition of a new field. Errors: 12 unknown attribute, 4 missing or unusable
 * attribute, 402 and 403 length, 401 unknown type or datatype. (Contract, S-90 to S-97.)
 */
export function defineField(payload: Payload, rule: NameRule): FieldDefinition {
  refuseUnknownAttributes(payload);
  const violations = new Violations();
  for (const name of ['field', 'type']) if (!isGiven(payload[name])) violations.add(name, violation.blank);
  violations.throwIfAny();
  const name = requireText('field', payload.field);
  refuseName(name, rule);
  refusePattern(name, payload.validation);
  const type = fieldTypeOf(requireText('type', payload.type));
  if (type?.column === false) return { name, type, column: null, payload };
  if (!type) throw new ApiError('unknownType', { type: asText(payload.type) });
  const column = defineColumn(name, payload);
  return { name, type, column, payload };
}

/** Refuses attributes that no field has. Error 12. */
export function refuseUnknownAttributes(payload: Payload): void {
  const unknown = Object.keys(payload).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0)
    throw new ApiError('unknownPayloadFields', { fields: unknown.join(', '), collection: 'directus_fields' });
}

/**
 * Names may hold letters of any script, digits, `_`, `$` and `:`; what separates words in a request may not. One of more
 * than 64 characters is refused like any other long attribute.
 */
function refuseName(name: string, { nameBytes, reservedNames }: NameRule): void {
  const fits = name.length > 64 || Buffer.byteLength(name) <= nameBytes;
  if (!/^[\p{L}\p{N}_$:]+$/u.test(name) || !fits || reservedNames.test(name) || name === '__proto__') {
    throw new ApiError('invalidName', { field: 'field' });
  }
}

/** Refuses a new name that people could take for another one, or for one of those that are taken. Error 4. */
export function refuseDeceiving(name: string, taken: Iterable<string>): void {
  const reason = deceiving(name);
  if (reason !== undefined) throw new ApiError('nameDeceives', { name, reason });
  const other = [...taken].find((each) => each !== name && appearance(each) === appearance(name));
  if (other !== undefined) throw new ApiError('nameDeceives', { name, reason: `it looks like "${other}"` });
}
