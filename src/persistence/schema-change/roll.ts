import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Connection, Dialect } from '../../dialects/dialect.ts';
import { columnNamed, type Expression, fixed } from '../../query/sql/nodes.ts';
import type { Table } from '../../schema/column.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { runStatements } from '../run-statements.ts';
import type { FormerRow } from '../undo-log.ts';

/** Where steps are applied. */
export interface On {
  readonly connection: Connection;
  readonly dialect: Dialect;
}

/** Applies a step for the first time. */
export async function makeStep({ connection, dialect }: On, step: TableStep): Promise<void> {
  await runStatements(connection, statementsOf(dialect, step));
}

/** Applies a step that may have been applied already. */
export async function finishStep(on: On, step: TableStep): Promise<void> {
  const present = await presentTable(on, tableOf(step));
  const made = step.kind === 'create' ? present !== undefined : present === undefined;
  if (made) return;
  await makeStep(on, step.kind === 'alter' && present ? { ...step, before: present } : step);
}

/** The statements that apply a step. */
export function statementsOf({ ddl }: Dialect, step: TableStep): string[] {
  if (step.kind === 'alter') return ddl.alter(step.before, step.after);
  return step.kind === 'create' ? ddl.create(step.table) : ddl.drop(step.table);
}

/** Undoes a step that destroyed nothing. */
export async function undoStep(on: On, step: TableStep): Promise<void> {
  const present = await presentTable(on, tableOf(step));
  if (!present || step.kind === 'drop') return;
  await makeStep(
    on,
    step.kind === 'create'
      ? { kind: 'drop', table: step.table.name }
      : { kind: 'alter', before: present, after: step.before },
  );
}

/** Restores the former values of rows, last change first. */
export async function restoreRows({ connection, dialect }: On, former: readonly FormerRow[]): Promise<void> {
  for (const { table, key, row } of former.toReversed()) {
    const left = columnNamed(key.column, key.kind, '');
    const where: Expression = { type: 'compare', sign: '=', left, right: fixed(key.value, key.kind) };
    await connection.run(bind(dialect.printer.delete({ table, where }), NO_BINDING));
    if (!row) continue;
    const text = dialect.printer.insert({ table, columns: Object.keys(row), given: key.column }, null);
    await connection.run({ text, parameters: Object.values(row) });
  }
}

async function presentTable({ connection, dialect }: On, name: string): Promise<Table | undefined> {
  return (await dialect.introspect(connection)).find((table) => table.name === name);
}
