import { ApiError } from '../errors/api-error.ts';
import type { Table } from '../schema/column.ts';
import type { Writing } from './writing.ts';

/** Makes a table, inside the schema change under way. Error 307 where the engine finds that it exists. */
export async function createTable(writing: Writing, table: Table): Promise<void> {
  await runAll(writing, writing.context.store.dialect.ddl.create(table));
  writing.touched.add(table.name);
}

/** Gives a table another form, inside the schema change under way. Error 404 where the data does not allow it. */
export async function alterTable(writing: Writing, before: Table, after: Table): Promise<void> {
  const { dialect } = writing.context.store;
  try {
    await runAll(writing, dialect.ddl.alter(before, after));
  } catch (error) {
    const failure = dialect.classify(error);
    if (failure?.kind === 'unique')
      throw new ApiError('dataBreaksConstraint', {
        field: failure.columns.join(', '),
        constraint: 'unique',
        example: 'a value occurs twice',
      });
    if (failure?.kind === 'notNull')
      throw new ApiError('dataBreaksConstraint', {
        field: failure.column,
        constraint: 'required',
        example: 'an item has no value',
      });
    if (failure?.kind === 'value')
      throw new ApiError('dataBreaksConstraint', {
        field: changedColumns(before, after),
        constraint: 'of that type',
        example: 'an item has a value that does not fit, or the definition does not',
      });
    throw error;
  }
  writing.touched.add(after.name);
}

function changedColumns(before: Table, after: Table): string {
  const old = new Map(before.columns.map((column) => [column.name, JSON.stringify(column)]));
  return after.columns
    .filter((column) => old.get(column.name) !== JSON.stringify(column))
    .map(({ name }) => name)
    .join(', ');
}

/** Drops a table with its rows, inside the schema change under way. */
export async function dropTable(writing: Writing, name: string): Promise<void> {
  await runAll(writing, writing.context.store.dialect.ddl.drop(name));
  writing.touched.add(name);
}

async function runAll(writing: Writing, statements: readonly string[]): Promise<void> {
  for (const text of statements) await writing.connection.run({ text, parameters: [] });
}
