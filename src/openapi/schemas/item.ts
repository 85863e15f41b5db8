import type { ValueShape } from '../../schema/value-shape/shape.ts';
import type { ApiCollection, ApiField, Form } from '../model.ts';
import { described, type JsonSchema, newValue, readValue, sentValue } from './value.ts';

/** Returns a reference to the schema of a collection's items in a form. */
type ItemRefs = (collection: string, form: Form) => JsonSchema;

/** The schema of a collection's items in a form. */
export function itemSchema(seen: ApiCollection, form: Form, refs: ItemRefs): JsonSchema {
  const sent = seen.fields.flatMap((field) => {
    const shape = field.forms[form];
    const schema = shape && fieldSchema(field, shape, form, refs);
    return schema ? [{ name: field.name, schema, required: form === 'create' && shape.required }] : [];
  });
  const required = sent.flatMap(({ name, required }) => (required ? [name] : []));
  return {
    type: 'object',
    ...(seen.collection.row?.note && { description: seen.collection.row.note }),
    properties: Object.fromEntries(sent.map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
  };
}

function fieldSchema(field: ApiField, shape: ValueShape, form: Form, refs: ItemRefs): JsonSchema | null {
  const { target } = field;
  if (form === 'read') return target ? readRelation(target, shape, refs) : readValue(shape);
  if (target) return sentRelation(target, shape, refs);
  return form === 'create' ? newValue(shape) : sentValue(shape);
}

const FILES = 'directus_files';

/** A key, or the item if it is requested; for a list, a list of items. */
function readRelation({ name }: ApiCollection, shape: ValueShape, refs: ItemRefs): JsonSchema {
  const item = refs(name, 'read');
  if (shape.kind === 'items') return described({ type: 'array', items: item }, shape);
  const key = readValue({ ...shape, note: null, readonly: false, nullable: true });
  return described({ anyOf: [key, item] }, shape);
}

/**
 * A key, a new item, or a change of an item; for a list, a list of these. A field for a single file only accepts a key.
 * Null if the role may send nothing.
 */
function sentRelation(target: ApiCollection, shape: ValueShape, refs: ItemRefs): JsonSchema | null {
  const { name, actions } = target;
  const forms = (['create', 'update'] as const).filter((form) => actions.has(form)).map((form) => refs(name, form));
  const items = actions.has('delete') ? [...forms, { $ref: '#/components/schemas/octavo.removal' }] : forms;
  if (shape.kind !== 'items') {
    const key = sentValue({ ...shape, note: null, readonly: false });
    return described(items.length === 0 || name === FILES ? key : { anyOf: [key, ...items] }, shape);
  }
  if (items.length === 0) return null;
  const key = actions.has('update') ? [{ type: ['string', 'integer'] }] : [];
  return described({ type: 'array', items: { anyOf: [...key, ...items] } }, shape);
}
