import { ApiError } from '../../errors/api-error.ts';

/** The definition of a field as sent by a client: attributes by name. */
export type FieldAttributes = Readonly<Record<string, unknown>>;

/** Attributes of a field that are stored in its column. */
export const COLUMN_ATTRIBUTES = [
  'datatype',
  'unique',
  'primary_key',
  'auto_increment',
  'default_value',
  'signed',
  'length',
] as const;
/** Attributes of a field that are stored in its row of `directus_fields`. */
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

/** Attributes of a field that are read from the indexes of its table. */
export const INDEX_ATTRIBUTES = ['index', 'text_index'] as const;
export type IndexAttribute = (typeof INDEX_ATTRIBUTES)[number];

const KNOWN: ReadonlySet<string> = new Set([...COLUMN_ATTRIBUTES, ...ROW_ATTRIBUTES, ...INDEX_ATTRIBUTES]);

/** Refuses attributes that no field has. Error 12. */
export function refuseUnknownAttributes(attributes: FieldAttributes): void {
  const unknown = Object.keys(attributes).filter((name) => !KNOWN.has(name));
  if (unknown.length > 0)
    throw new ApiError('unknownPayloadFields', { fields: unknown.join(', '), collection: 'directus_fields' });
}
