import { ApiError } from '../../errors/api-error.ts';
import { isAdmin } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import { alterTable, currentTable } from '../../persistence/tables.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Table } from '../../schema/column.ts';
import type { IndexAttribute } from '../../schema/definition/attributes.ts';
import type { FieldDefinition } from '../../schema/definition/field.ts';
import {
  type Composites,
  indexChoice,
  indexed,
  textIndexed,
  unindexed,
  withComposites,
} from '../../schema/definition/index-choice.ts';
import type { Field } from '../../schema/field.ts';
import type { RelationRow } from '../../schema/relation-row.ts';
import { isSystemField } from '../../schema/system/tables.ts';
import { hasIndexOver, indexedBy, withIndexOver, withoutTextIndex } from '../../schema/table-index.ts';

/** Types of fields that most lists are filtered or sorted by. */
const INDEXED_TYPES: ReadonlySet<string> = new Set(['status', 'sort']);

/** The choice in a definition. Errors 4, and 10 unless the caller is an administrator. */
function choiceIn(context: Scope, payload: Payload, name: IndexAttribute): boolean | undefined {
  const choice = indexChoice(payload, name);
  if (choice !== undefined && !isAdmin(context.caller)) throw new ApiError('indexDenied');
  return choice;
}

/** The table with the indexes that a new field requests or that its type suggests. Errors 4, 10, 12. */
export function withNewIndexes(context: Scope, table: Table, definition: FieldDefinition): Table {
  const after = withNewIndex(context, table, definition);
  return choiceIn(context, definition.payload, 'text_index') ? textIndexed(after, definition.name) : after;
}

function withNewIndex(context: Scope, table: Table, { name, type, column, payload }: FieldDefinition): Table {
  const choice = choiceIn(context, payload, 'index');
  if (choice) return indexed(table, [name]);
  return column && choice === undefined && INDEXED_TYPES.has(type.name) ? indexedBy(table, [name]) : table;
}

/**
 * The table with or without the indexes of a changed field; attributes that are not sent stay as they are. Errors 4,
 * 10, 12.
 */
export function withChangedIndexes(tx: SchemaTransaction, table: Table, field: Field, payload: Payload): Table {
  const after = withChangedIndex(tx, table, field, payload);
  const choice = choiceIn(tx.context, payload, 'text_index');
  if (choice === undefined) return after;
  refuseSystemField(field);
  return choice ? textIndexed(after, field.name) : withoutTextIndex(after, field.name);
}

function refuseSystemField({ collection, name }: Field): void {
  if (isSystemField(collection, name))
    throw new ApiError('systemFieldProtected', { field: name, collection, change: 'indexed' });
}

function withChangedIndex({ context }: SchemaTransaction, table: Table, field: Field, payload: Payload): Table {
  const { collection, name, type } = field;
  const choice = choiceIn(context, payload, 'index');
  const isRelated = context.store.catalog.schema.relations.some(begins(collection, name));
  if (choice === undefined) {
    const follows = hasIndexOver(table, [name]) && !isRelated && !INDEXED_TYPES.has(type.name);
    return follows ? withIndexOver(table, [name]) : table;
  }
  refuseSystemField(field);
  if (choice) return indexed(table, [name]);
  if (isRelated && hasIndexOver(table, [name]))
    throw new ApiError('indexKept', { field: name, reason: 'a relation needs it' });
  return unindexed(table, [name]);
}

const begins =
  (collection: string, field: string) =>
  ({ collection_many, field_many }: RelationRow): boolean =>
    collection_many === collection && field_many === field;

/** Replaces the composite indexes of a collection. Error 12. */
export async function changeComposites(
  tx: SchemaTransaction,
  collection: Collection,
  wanted: Composites,
): Promise<void> {
  if (wanted === undefined) return;
  const before = currentTable(tx, collection);
  const after = withComposites(before, wanted);
  if (after !== before) await alterTable(tx, before, after);
}
