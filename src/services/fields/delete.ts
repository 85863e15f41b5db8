import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { deleteMatching } from '../../persistence/delete-matching.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { removeItemRules } from '../../persistence/item-rules.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { reindex } from '../../persistence/relation-indexes.ts';
import { removeCollection } from '../../persistence/remove-collection.ts';
import { deleteRow, deleteRows, updateRow } from '../../persistence/rows.ts';
import { alterTable, currentTable } from '../../persistence/tables.ts';
import type { SchemaTransaction, Transaction } from '../../persistence/transaction.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { RelationRow } from '../../schema/relation-row.ts';
import { collectionOf } from '../../schema/schema.ts';
import { permissions } from '../../schema/system/permissions.ts';
import { isSystemField } from '../../schema/system/tables.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';
import { requireDeciding, requireFieldAction } from './access.ts';
import { refuseChangedField } from './update.ts';

/**
 * Deletes a field with its values and the relations through it. `withJunction` also drops the junction collection of a
 * many-to-many field. Errors 200, 202, 303, 306, 10, 12. (Contract, S-118 and S-119.)
 */
export async function deleteField(
  context: Context,
  collectionName: string,
  name: string,
  withJunction: boolean,
): Promise<void> {
  await changeSchema(context, async (tx) => {
    const { schema } = context.store.catalog;
    const collection = collectionOf(schema, collectionName);
    const field = collection.byName.get(name);
    if (!field) throw new ApiError('fieldNotFound', { field: name, collection: collection.name });
    requireFieldAction(context, collectionName, 'delete');
    requireDeciding(context, 'delete', { before: field.type.name });
    refuseProtected(collection, field);
    refuseChangedField(context, collectionName, name);
    await notifySchemaHooks(tx, 'field.delete', collectionName, { field: name });
    await removeRelations(tx, field, schema.relations, withJunction);
    await removeField(tx, collection, field);
  });
}

function refuseProtected(collection: Collection, field: Field): void {
  if (field.column?.primaryKey) throw new ApiError('primaryKeyProtected', { field: field.name, change: 'deleted' });
  if (isSystemField(collection.name, field.name)) {
    throw new ApiError('systemFieldProtected', { field: field.name, collection: collection.name, change: 'deleted' });
  }
  if (collection.fields.length <= 1) throw new ApiError('lastField', { collection: collection.name });
}

async function removeField(tx: SchemaTransaction, collection: Collection, field: Field): Promise<void> {
  const table = currentTable(tx, collection);
  if (field.column) {
    const columns = table.columns.filter((column) => column.name !== field.name);
    const uniqueTogether = table.uniqueTogether.filter((names) => !names.includes(field.name));
    await alterTable(tx, table, { ...table, columns, uniqueTogether });
  }
  await deleteRows(
    tx,
    'directus_fields',
    new Map([
      ['collection', collection.name],
      ['field', field.name],
    ]),
  );
  if (field.type.name === 'status') await removeStatusPermissions(tx, collection.name);
}

/** Permissions by status are meaningless without a status field. */
async function removeStatusPermissions(tx: Transaction, collection: string): Promise<void> {
  await deleteMatching(tx, permissions, [
    ['collection', '=', collection],
    ['status', '<>', null],
  ]);
  await removeItemRules(tx, (rule) => rule.collection === collection && rule.status !== null);
}

async function removeRelations(
  tx: SchemaTransaction,
  field: Field,
  relations: readonly RelationRow[],
  withJunction: boolean,
): Promise<void> {
  const removed = new Set<RelationRow>();
  for (const row of relations) {
    if (removed.has(row)) continue;
    const isMany = row.collection_many === field.collection && row.field_many === field.name;
    const isOne = row.collection_one === field.collection && row.field_one === field.name;
    if (isMany && field.column && !field.type.target) await removeToOne(tx, row);
    else if (isOne && !field.column)
      for (const end of await removeToMany(tx, row, relations, withJunction)) removed.add(end);
  }
}

/** Removes a many-to-one relation together with the field on its other side. */
async function removeToOne(tx: Transaction, row: RelationRow): Promise<void> {
  await removeRelation(tx, row);
  if (row.collection_one === null || row.field_one === null) return;
  await deleteRows(
    tx,
    'directus_fields',
    new Map([
      ['collection', row.collection_one],
      ['field', row.field_one],
    ]),
  );
}

/**
 * A to-many field keeps the relation but clears this side of it. A many-to-many field removes both relations, which may
 * be stored more than once. Returns the removed ones.
 */
async function removeToMany(
  tx: SchemaTransaction,
  row: RelationRow,
  relations: readonly RelationRow[],
  withJunction: boolean,
): Promise<readonly RelationRow[]> {
  const other = relations.find(
    (relation) =>
      relation.collection_many === row.collection_many &&
      relation.junction_field === row.field_many &&
      relation !== row,
  );
  if (!other) {
    const table = presentCollection(tx.context, 'directus_relations');
    await updateRow(tx, table, row.id, new Map([['field_one', null]]));
    return [];
  }
  const ends = relations.filter(
    ({ collection_many: collection, field_many: field }) =>
      collection === row.collection_many && (field === row.field_many || field === other.field_many),
  );
  const junction = withJunction ? tx.context.store.catalog.schema.collections.get(row.collection_many) : undefined;
  if (junction && !isAdmin(tx.context.caller)) throw new ApiError('alterDenied', { collection: junction.name });
  if (junction && !junction.system) await removeCollection(tx, junction);
  if (!junction) await reindex(tx, ends, []);
  for (const end of ends) await removeRelation(tx, end);
  return ends;
}

async function removeRelation(tx: Transaction, row: RelationRow): Promise<void> {
  await deleteRow(tx, presentCollection(tx.context, 'directus_relations'), row.id);
}
