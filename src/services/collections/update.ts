import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { recordChange, storedValues } from '../../persistence/records.ts';
import { insertRow, updateRow } from '../../persistence/rows.ts';
import { currentTable } from '../../persistence/tables.ts';
import type { SchemaTransaction, Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { validatePayload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { isTruthy } from '../../schema/definition/column.ts';
import { compositeChoice } from '../../schema/definition/index-choice.ts';
import { shortForm, writtenForm } from '../../schema/present/collection.ts';
import { addField } from '../fields/create.ts';
import { changeComposites } from '../fields/indexes.ts';
import { changeField } from '../fields/update.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';
import { refuseChangedForm } from '../items/unchanged.ts';
import { fieldList, refuseRepeatedNames } from './field-list.ts';

/** Changes the attributes of a collection, and the fields sent with them. Errors 3, 4, 200, 205, 12. */
export async function updateCollection(context: Context, name: string, payload: Payload): Promise<Payload> {
  if (!isAdmin(context.caller)) throw new ApiError('collectionUpdateUnauthorized');
  if (name.startsWith('directus_')) throw new ApiError('collectionNameReserved', { prefix: 'directus_' });
  await changeSchema(context, async (tx) => {
    const collection = presentCollection(context, name);
    if (!collection.row?.managed && !isTruthy(payload.managed))
      throw new ApiError('collectionNotManaged', { collection: name });
    refuseChangedForm(context, name, shortForm(collection));
    const { fields, collection: _name, indexes, ...attributes } = payload;
    const composites = compositeChoice(indexes);
    const rows = presentCollection(context, 'directus_collections');
    await validatePayload(rows, attributes, {});
    const changes = fieldList(fields ?? []);
    refuseRepeatedNames(changes.map(({ field }) => requireText('field', field)));
    await notifySchemaHooks(tx, 'collection.update', name, payload);
    await changeFields(tx, collection, changes);
    await changeComposites(tx, collection, composites);
    if (Object.keys(attributes).length > 0 || !collection.row) await saveAttributes(tx, collection, attributes);
  });
  return writtenForm(presentCollection(context, name), payload);
}

async function changeFields(tx: SchemaTransaction, before: Collection, fields: readonly Payload[]): Promise<void> {
  let collection = before;
  for (const payload of fields) {
    const known = collection.byName.has(requireText('field', payload.field));
    const table = known ? await changeField(tx, collection, payload) : await addTo(tx, collection, payload);
    collection = { ...collection, table };
  }
}

async function addTo(tx: SchemaTransaction, collection: Collection, payload: Payload): Promise<Collection['table']> {
  await addField(tx, collection, payload);
  return currentTable(tx, collection);
}

async function saveAttributes(tx: Transaction, collection: Collection, attributes: Payload): Promise<void> {
  const rows = presentCollection(tx.context, 'directus_collections');
  const values = storedValues(rows, attributes);
  if (collection.row) await updateRow(tx, rows, collection.name, values);
  else await insertRow(tx, rows, new Map([['collection', collection.name], ...values]));
  await recordChange(tx, { action: 'update', collection: rows, key: collection.name, payload: attributes });
}
