import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { isAdmin } from '../../permissions/caller.ts';
import { detachCollection } from '../../persistence/attached.ts';
import type { Context } from '../../persistence/context.ts';
import { forgetRecords, newestRecords } from '../../persistence/forget-records.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { createOnce, type Done } from '../../persistence/once.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { recordChange, storedValues } from '../../persistence/records.ts';
import { insertRow, updateRow } from '../../persistence/rows.ts';
import type { Source } from '../../persistence/source.ts';
import { createTable, currentTable } from '../../persistence/tables.ts';
import type { SchemaTransaction, Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { validatePayload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { refuseCollectionName, refuseNewName } from '../../schema/definition/collection-name.ts';
import { refuseCounters } from '../../schema/definition/column.ts';
import { type FieldDefinition, MAX_NAME, refuseEachConfusable } from '../../schema/definition/field.ts';
import { type Composites, compositeChoice, withComposites } from '../../schema/definition/index-choice.ts';
import { writtenForm } from '../../schema/present/collection.ts';
import { collectionOf } from '../../schema/schema.ts';
import { indexedFor } from '../../schema/table-index.ts';
import { isGiven } from '../../shared/is-given.ts';
import { asText } from '../../shared/text.ts';
import { checkDefinition } from '../fields/check-definition.ts';
import { addField, defineIn } from '../fields/create.ts';
import { changeComposites, withNewIndexes } from '../fields/indexes.ts';
import { insertFieldRow, rowPayload, validateRow } from '../fields/row.ts';
import { changeField } from '../fields/update.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';
import { fieldList, refuseRepeatedNames } from './field-list.ts';

/** Creates a collection with its fields, or starts to manage an existing table. (Contract, S-30 to S-48.) */
export async function createCollection(context: Context, payload: Payload): Promise<Payload> {
  if (!isAdmin(context.caller)) throw new ApiError('collectionCreateUnauthorized');
  const name = requireText('collection', payload.collection ?? '');
  refuseCollectionName(name, context.store.dialect.capabilities);
  const write = async (tx: SchemaTransaction): Promise<Done<string>> => {
    const { catalog } = context.store;
    const { fields, indexes, ...attributes } = payload;
    const composites = compositeChoice(indexes);
    const row = { ...attributes, collection: name };
    await validatePayload(collectionOf(catalog.schema, 'directus_collections'), row, null);
    const definitions = requiredFieldList(fields);
    const known = catalog.schema.collections.get(name);
    const understood = definitions.map((sent) => defineIn(context, known, sent).definition);
    const existing = existingTable(catalog.schema.collections, name);
    refuseFieldSet(understood, existing);
    if (!existing) refuseNewNames(name, understood, catalog.schema.collections.keys());
    await notifySchemaHooks(tx, 'collection.create', name, payload);
    if (existing) await adoptTable(tx, existing, definitions, composites);
    else await makeTable(tx, name, understood, composites);
    await saveCollectionRow(tx, existing, row);
    return { written: name };
  };
  await forgetFormer(context, name);
  const answer = async (source: Source): Promise<Payload> =>
    writtenForm(presentCollection(source.context, name), payload);
  return createOnce(context, { begin: changeSchema, write, answer, afterwards: true });
}

/**
 * Removes the records of a deleted collection with the same name, and what was attached to its items. A server that
 * stopped early or another program may have left some.
 */
async function forgetFormer({ store, draft }: Context, name: string): Promise<void> {
  if (draft || name.length > MAX_NAME || store.catalog.schema.collections.has(name)) return;
  await detachCollection(store, name);
  await forgetRecords(store, name, await newestRecords(store, store.database, name));
}

function refuseNewNames(name: string, definitions: readonly FieldDefinition[], taken: Iterable<string>): void {
  refuseNewName(name, taken);
  refuseEachConfusable(
    definitions.map((definition) => definition.name),
    [],
  );
}

/** A new collection needs at least one field. */
function requiredFieldList(fields: unknown): Payload[] {
  const violations = new Violations();
  if (!isGiven(fields) || (Array.isArray(fields) && fields.length === 0)) violations.add('fields', violation.blank);
  violations.throwIfAny();
  return fieldList(fields);
}

/** Returns the table with this name if no collection manages it yet. Error 307 if one does, regardless of case. */
function existingTable(collections: ReadonlyMap<string, Collection>, name: string): Collection | null {
  const existing = collections.get(name);
  const similar = existing ?? [...collections.keys()].find((other) => other.toLowerCase() === name.toLowerCase());
  if (existing?.row?.managed || (similar !== undefined && !existing))
    throw new ApiError('collectionExists', { collection: name });
  return existing ?? null;
}

function refuseFieldSet(definitions: readonly FieldDefinition[], existing: Collection | null): void {
  const keys = definitions.filter(({ column }) => column?.primaryKey);
  if (keys.length === 0 && !existing?.primaryKey) throw new ApiError('noPrimaryKey');
  if (keys.length > 1) throw new ApiError('manyPrimaryKeys');
  refuseCounters(
    definitions.flatMap(({ column }) => column ?? []),
    existing?.table.columns ?? [],
  );
  refuseRepeatedNames(definitions.map(({ name }) => name));
  const [once, repeated] = [new Set<string>(), new Set<string>()];
  for (const { type } of definitions) if (type.single) (once.has(type.name) ? repeated : once).add(type.name);
  if (repeated.size > 0) throw new ApiError('systemFieldRepeated', { types: [...repeated].join(', ') });
}

async function makeTable(
  tx: SchemaTransaction,
  name: string,
  definitions: readonly FieldDefinition[],
  composites: Composites,
): Promise<void> {
  const rows = definitions.map(({ payload }) => rowPayload({ sort: 0, ...payload }, name));
  for (const row of rows) await validateRow(tx, row, true);
  for (const { payload } of definitions) await checkDefinition(tx.context, payload);
  const columns = definitions.flatMap(({ column }) => column ?? []);
  const { relations } = tx.context.store.catalog.schema;
  const table = indexedFor({ name, columns, uniqueTogether: [] }, relations);
  const indexed = definitions.reduce((before, definition) => withNewIndexes(tx.context, before, definition), table);
  await createTable(tx, withComposites(indexed, composites ?? []));
  for (const row of rows) await insertFieldRow(tx, row);
}

/** Creates the fields of columns that have none, and updates the others. */
async function adoptTable(
  tx: SchemaTransaction,
  existing: Collection,
  definitions: readonly Payload[],
  composites: Composites,
): Promise<void> {
  for (const definition of definitions) {
    const described = existing.byName.get(requireText('field', definition.field))?.row;
    const collection = { ...existing, table: currentTable(tx, existing) };
    await (described ? changeField : addField)(tx, collection, definition);
  }
  await changeComposites(tx, existing, composites);
}

/** A new collection is recorded as an update, because its key is given. */
async function saveCollectionRow(tx: Transaction, existing: Collection | null, row: Payload): Promise<void> {
  const collections = presentCollection(tx.context, 'directus_collections');
  const values = storedValues(collections, { managed: true, ...row });
  if (existing?.row) await updateRow(tx, collections, asText(row.collection), values);
  else await insertRow(tx, collections, values);
  const { collection: key, ...payload } = row;
  await recordChange(tx, { action: 'update', collection: collections, key: asText(key), payload });
}
