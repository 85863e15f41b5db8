import type { Connection, Dialect } from '../../dialects/dialect.ts';
import type { ForeignKey, Table } from '../../schema/column.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { insertSystemRows } from '../install.ts';

/** Whether a foreign key of a user table refers to the primary key of another one. */
export function pointsToKey({ table, target, targetColumn }: ForeignKey, tables: readonly Table[]): boolean {
  const keys = tables.find(({ name }) => name === target)?.columns.filter(({ primaryKey }) => primaryKey) ?? [];
  return !isSystemCollection(table) && keys.length === 1 && keys[0]?.name === targetColumn;
}

/** Describes foreign keys as relations: each column then reads as the item that it refers to. */
export async function createRelations(
  connection: Connection,
  dialect: Dialect,
  keys: readonly ForeignKey[],
): Promise<void> {
  const rows = keys.map(({ table, column, target }) => ({
    collection_many: table,
    field_many: column,
    collection_one: target,
    field_one: null,
    junction_field: null,
  }));
  await insertSystemRows(connection, dialect, 'directus_relations', rows);
}
