import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import type { Context, Scope } from '../../persistence/context.ts';
import { changeSchema } from '../../persistence/in-transaction.ts';
import { createOnce, type Done } from '../../persistence/once.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import type { Source } from '../../persistence/source.ts';
import { alterTable, currentTable } from '../../persistence/tables.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { refuseCounters } from '../../schema/definition/column.ts';
import { defineField, type FieldDefinition, refuseConfusable } from '../../schema/definition/field.ts';
import { keepingName } from '../../schema/definition/redefine.ts';
import type { Field } from '../../schema/field.ts';
import type { FieldObject } from '../../schema/present/field.ts';
import { indexedFor } from '../../schema/table-index.ts';
import { asText } from '../../shared/text.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';
import { requireDeciding, requireFieldAction } from './access.ts';
import { checkDefinition } from './check-definition.ts';
import { withNewIndexes } from './indexes.ts';
import { echoed, readFields } from './read.ts';
import { completeDefinition, insertFieldRow, rowPayload, validateRow } from './row.ts';

/** Adds a field and its column to a collection. Errors 200, 301, 308 and those of {@link defineField}. */
export async function createField(
  context: Context,
  collectionName: string,
  payload: Payload,
): Promise<FieldObject | FieldObject[]> {
  const write = async (tx: SchemaTransaction): Promise<Done<string>> => {
    const collection = presentCollection(tx.context, collectionName);
    requireFieldAction(context, collectionName, 'create');
    await notifySchemaHooks(tx, 'field.create', collectionName, payload);
    await addField(tx, collection, payload);
    return { written: requireText('field', payload.field) };
  };
  const answer = async ({ context: seer }: Source, name: string) =>
    readFields(seer, collectionName, [name], echoed([payload]));
  return createOnce(context, { begin: changeSchema, write, answer, afterwards: true });
}

/** Adds a field inside the caller's schema change. Returns the definition of the field. */
export async function addField(tx: SchemaTransaction, collection: Collection, sent: Payload): Promise<FieldDefinition> {
  const { definition, payload } = defineIn(tx.context, collection, sent);
  requireDeciding(tx.context, 'create', { after: definition.type.name });
  const existing = existingField(collection, definition.name);
  const row = rowPayload({ sort: 0, ...payload }, collection.name);
  await validateRow(tx, row, true);
  await checkDefinition(tx.context, payload);
  if (definition.column?.primaryKey && collection.primaryKey && collection.primaryKey !== existing)
    throw new ApiError('manyPrimaryKeys');
  await addColumn(tx, collection, definition);
  await insertFieldRow(tx, row);
  return definition;
}

/** Parses the definition of a field, whose column may already exist. Errors as for {@link defineField}. */
export function defineIn(
  { store }: Scope,
  collection: Collection | undefined,
  sent: Payload,
): { readonly definition: FieldDefinition; readonly payload: Payload } {
  const existing = collection?.byName.get(asText(sent.field));
  const payload = completeDefinition(sent, existing);
  return { payload, definition: defineField(payload, store.dialect.capabilities, existing?.column ?? null) };
}

/** Returns the column with this name if no field describes it yet. Error 308 if one does, regardless of case. */
function existingField({ name: collection, byName }: Collection, name: string): Field | undefined {
  const existing = byName.get(name);
  const lower = name.toLowerCase();
  const similar = existing ?? [...byName.values()].find((other) => other.name.toLowerCase() === lower);
  if (existing?.row || similar !== existing) throw new ApiError('fieldExists', { field: name, collection });
  if (!existing) refuseConfusable(name, byName.keys());
  return existing;
}

async function addColumn(tx: SchemaTransaction, collection: Collection, definition: FieldDefinition): Promise<void> {
  const before = currentTable(tx, collection);
  const { name, column } = definition;
  if (!column) return void withNewIndexes(tx.context, before, definition);
  const known = before.columns.some((existing) => existing.name === name);
  const columns = known
    ? before.columns.map((existing) => (existing.name === name ? keepingName(existing, column) : existing))
    : [...before.columns, column];
  refuseCounters(columns, before.columns);
  const { relations } = tx.context.store.catalog.schema;
  await alterTable(tx, before, withNewIndexes(tx.context, indexedFor({ ...before, columns }, relations), definition));
}
