import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import type { Collection } from '../../schema/collection.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { isAdmin } from '../caller.ts';
import type { Context } from '../context.ts';
import { addField } from '../fields/create.ts';
import { changeField } from '../fields/update.ts';
import { tellOfSchema } from '../hooks/schema-hooks.ts';
import { type Payload, validatePayload } from '../items/payload.ts';
import { recordChange, storedValues } from '../items/record.ts';
import { refuseChangedForm } from '../items/unchanged.ts';
import { insertRow, updateRow } from '../rows.ts';
import { changeSchema, type SchemaWriting, type Writing } from '../writing.ts';
import { shortForm } from './present.ts';

/** Changes the attributes of a collection, and fields that come with them. Errors 3, 4, 200, 205, 12. */
export async function updateCollection(context: Context, name: string, payload: Payload): Promise<Payload> {
  if (!isAdmin(context.caller)) throw new ApiError('collectionUpdateUnauthorized');
  if (name.startsWith('directus_')) throw new ApiError('collectionNameReserved', { prefix: 'directus_' });
  await changeSchema(context, async (writing) => {
    const collection = collectionOf(context.store.catalog.schema, name);
    if (!collection.row?.managed && payload.managed !== true)
      throw new ApiError('collectionNotManaged', { collection: name });
    refuseChangedForm(context, name, shortForm(collection));
    const { fields, collection: _name, ...attributes } = payload;
    const rows = collectionOf(context.store.catalog.schema, 'directus_collections');
    await validatePayload(rows, attributes, {});
    await tellOfSchema(writing, 'collection.update', name, payload);
    if (Array.isArray(fields)) await changeFields(writing, collection, fields.filter(isRecord));
    if (Object.keys(attributes).length > 0 || !collection.row) await saveAttributes(writing, collection, attributes);
  });
  return shortForm(collectionOf(context.store.catalog.schema, name));
}

async function changeFields(writing: SchemaWriting, before: Collection, fields: readonly Payload[]): Promise<void> {
  let collection = before;
  for (const payload of fields) {
    const known = collection.byName.has(requireText('field', payload.field));
    const table = known ? await changeField(writing, collection, payload) : await addTo(writing, collection, payload);
    collection = { ...collection, table };
  }
}

async function addTo(writing: SchemaWriting, collection: Collection, payload: Payload): Promise<Collection['table']> {
  const { column } = await addField(writing, collection, payload);
  return column ? { ...collection.table, columns: [...collection.table.columns, column] } : collection.table;
}

async function saveAttributes(writing: Writing, collection: Collection, attributes: Payload): Promise<void> {
  const rows = collectionOf(writing.context.store.catalog.schema, 'directus_collections');
  const values = storedValues(rows, attributes);
  if (collection.row) await updateRow(writing, rows, collection.name, values);
  else await insertRow(writing, rows, new Map([['collection', collection.name], ...values]));
  await recordChange(writing, { action: 'update', collection: rows, key: collection.name, payload: attributes });
}
