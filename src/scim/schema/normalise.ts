import { ApiError } from '../../errors/api-error.ts';
import { isGiven } from '../../shared/is-given.ts';
import { isRecord } from '../../shared/is-record.ts';
import { type Attribute, attributeNamed, type ResourceDefinition, type ScimObject } from './attribute.ts';
import { memberNamed } from './member.ts';
import { OF_RESOURCE, type Reading } from './reading.ts';

const MAX_ENTRIES = 20_000;

/**
 * A value normalised for an attribute: names in the case of the schema, texts for booleans converted, unknown and
 * read-only parts removed. Undefined means that the attribute has no value: null, the empty text, the empty list. Error
 * `scimInvalidValue`.
 */
export function normalise(attribute: Attribute, value: unknown, reading: Reading): unknown {
  if (!isGiven(value)) return undefined;
  if (attribute.multi) return normaliseList(attribute, value, reading);
  const single = unwrapped(value, reading);
  return attribute.type === 'complex'
    ? normaliseComplex(attribute, single, reading)
    : normaliseSimple(attribute, single, reading);
}

/** The value in a list of one, where such a list stands for its value. */
export function unwrapped(value: unknown, { lists }: Reading): unknown {
  return lists && Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** The entries of a list; a single entry may be sent without an array. */
export function normaliseEntries(attribute: Attribute, value: unknown, reading: Reading): ScimObject[] {
  const entries = Array.isArray(value) ? value : [value];
  if (entries.length > MAX_ENTRIES) throw invalidValue(attribute, `has more than ${MAX_ENTRIES} entries`);
  return entries.flatMap((entry) => {
    const normalised = normaliseComplex(attribute, entry, reading);
    return normalised ? [normalised] : [];
  });
}

function normaliseList(attribute: Attribute, value: unknown, reading: Reading): readonly ScimObject[] | undefined {
  const entries = normaliseEntries(attribute, value, reading);
  return entries.length > 0 ? onePrimary(entries, entries) : undefined;
}

/** A text may be sent instead of the complex value that has it as its `value`. */
function normaliseComplex(attribute: Attribute, value: unknown, reading: Reading): ScimObject | undefined {
  if (value === null || value === '') return undefined;
  const sub = attribute.sub ?? [];
  if (typeof value === 'string' && attributeNamed(sub, 'value')) return { value };
  if (!isRecord(value)) throw invalidValue(attribute, 'must be an object');
  const parts = partsOf(sub, value, reading);
  return Object.keys(parts).length > 0 ? parts : undefined;
}

function partsOf(attributes: readonly Attribute[], value: ScimObject, reading: Reading): ScimObject {
  const parts: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(value)) {
    const attribute = attributeNamed(attributes, name);
    const normalised =
      attribute && attribute.mutability !== 'readOnly' ? normalise(attribute, part, reading) : undefined;
    if (attribute && normalised !== undefined) parts[attribute.name] = normalised;
  }
  return parts;
}

function normaliseSimple(attribute: Attribute, value: unknown, { numbers }: Reading): unknown {
  if (attribute.type === 'boolean') return toBoolean(attribute, value);
  if (typeof value === 'string') return value;
  if (numbers && typeof value === 'number') return String(value);
  throw invalidValue(attribute, 'must be a text');
}

/** Some providers send "True" and "False". */
function toBoolean(attribute: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string' && /^(true|false)$/i.test(value)) return value.toLowerCase() === 'true';
  throw invalidValue(attribute, 'must be true or false');
}

/** The list with at most one primary entry: a primary entry in `touched` replaces the former one. */
export function onePrimary(entries: readonly ScimObject[], touched: readonly ScimObject[]): readonly ScimObject[] {
  const chosen = touched.findLast((entry) => entry.primary === true);
  if (!chosen) return entries;
  return entries.map((entry) => (entry.primary === true && entry !== chosen ? { ...entry, primary: false } : entry));
}

/** Normalises a complete resource. Error `scimInvalidValue`. (RFC 7644, sections 3.3 and 3.5.1.) */
export function normaliseResource(
  { core, extensions }: ResourceDefinition,
  body: ScimObject,
  reading = OF_RESOURCE,
): ScimObject {
  const resource: Record<string, unknown> = { ...partsOf(core.attributes, body, reading) };
  for (const { id, attributes } of extensions) {
    const sent = memberNamed(body, id.toLowerCase());
    const parts = isRecord(sent) ? partsOf(attributes, sent, reading) : {};
    if (Object.keys(parts).length > 0) resource[id] = parts;
  }
  return resource;
}

/** The error for a value that an attribute cannot hold. */
export function invalidValue({ name }: Attribute, reason: string): ApiError {
  return new ApiError('scimInvalidValue', { reason: `"${name}" ${reason}` });
}
