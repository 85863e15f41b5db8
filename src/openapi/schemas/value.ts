import type { Choice } from '../../schema/value-shape/choices.ts';
import type { ValueShape } from '../../schema/value-shape/shape.ts';
import type { ValueKind } from '../../schema/value-shape/value-kind.ts';

/** A schema of JSON Schema 2020-12, as used by OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const DAY = '\\d{4}-\\d{2}-\\d{2}';
const TIME = '\\d{2}:\\d{2}:\\d{2}';

/** By kind of value; an empty schema accepts any value. */
const KINDS: Readonly<Record<ValueKind, JsonSchema>> = {
  integer: { type: 'integer' },
  bigint: { type: 'string', pattern: '^-?\\d+$', description: 'An integer as text' },
  number: { type: 'number' },
  text: { type: 'string' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', pattern: `^${TIME}$`, description: 'HH:MM:SS' },
  datetime: { type: 'string', pattern: `^${DAY} ${TIME}$`, description: 'YYYY-MM-DD HH:MM:SS' },
  moment: { type: 'string', format: 'date-time' },
  base64: { type: 'string', contentEncoding: 'base64' },
  json: {},
  list: { type: 'array', items: { type: 'string' } },
  items: { type: 'array' },
  'file-data': { $ref: '#/components/schemas/octavo.file-data' },
  none: {},
};

/** A moment may also be sent in other forms. */
const SENT: Partial<Readonly<Record<ValueKind, JsonSchema>>> = {
  datetime: { type: 'string', description: 'YYYY-MM-DD HH:MM:SS, or ISO 8601, which is converted to UTC' },
  moment: { type: 'string', description: 'YYYY-MM-DD HH:MM:SS, or ISO 8601, which is converted to UTC' },
};

/** The schema of a plain value, or of a key, as it is returned. */
export function readValue(shape: ValueShape): JsonSchema {
  return described(withNull(withChoices(KINDS[shape.kind], shape), shape.nullable), shape);
}

/** The schema of a plain value, or of a key, as it is sent. */
export function sentValue(shape: ValueShape): JsonSchema {
  const schema = withBounds(withChoices(SENT[shape.kind] ?? KINDS[shape.kind], shape), shape);
  return described(withNull(schema, shape.takesNull), shape);
}

/**
 * The same for a new item. The value of an item that is sent without one is not declared as `default`, because type
 * generators would conclude that the property is always present.
 */
export function newValue(shape: ValueShape): JsonSchema {
  const schema = sentValue(shape);
  return shape.default === undefined ? schema : { ...schema, 'x-default': shape.default };
}

/** A schema that also accepts null. */
function withNull(schema: JsonSchema, nullable: boolean): JsonSchema {
  if (!nullable || Object.keys(schema).length === 0) return schema;
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  const choices = Array.isArray(schema.enum) ? { enum: [...schema.enum, null] } : {};
  return { ...schema, type: [schema.type, 'null'], ...choices };
}

/** Adds the note on a field, which replaces the description of its kind. */
export function described(schema: JsonSchema, { note, readonly }: ValueShape): JsonSchema {
  return {
    ...schema,
    ...(note !== null && { description: note }),
    ...(readonly && { 'x-readonly': true }),
  };
}

function withChoices(schema: JsonSchema, { kind, choices }: ValueShape): JsonSchema {
  if (!choices) return schema;
  const offered = choices.open
    ? { examples: choices.of.map(({ value }) => value) }
    : { enum: choices.of.map(({ value }) => value) };
  const listed = { ...offered, ...labelled(choices.of) };
  return kind === 'list' ? { type: 'array', items: { type: 'string', ...listed } } : { ...schema, ...listed };
}

function labelled(choices: readonly Choice[]): JsonSchema {
  const named = choices.flatMap(({ value, label }) =>
    label === null || label === String(value) ? [] : [[String(value), label] as const],
  );
  return named.length === 0 ? {} : { 'x-enumDescriptions': Object.fromEntries(named) };
}

function withBounds(schema: JsonSchema, { kind, choices, maxLength, range, format }: ValueShape): JsonSchema {
  if (choices) return schema;
  return {
    ...schema,
    ...(kind === 'text' && maxLength !== null && { maxLength }),
    ...(kind === 'text' && format !== null && { format }),
    ...(kind === 'integer' && range && { minimum: Number(range[0]), maximum: Number(range[1]) }),
  };
}
