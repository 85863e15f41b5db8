import { bind, NO_BINDING } from '../../dialects/bind.ts';
import { unfinished } from '../../dialects/copied-rows.ts';
import type { Connection, Dialect } from '../../dialects/dialect.ts';
import { runStatements } from '../../dialects/run-statements.ts';
import { columnNamed, type Expression, fixed } from '../../query/sql/nodes.ts';
import type { Table } from '../../schema/column.ts';
import { INTEGRAL } from '../../schema/datatypes.ts';
import { isInternalTable } from '../../schema/internal/internal-table.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import type { FormerRow } from '../undo-log.ts';
import { statementsOf } from './step-statements.ts';

/** The database that steps are applied to. */
export interface StepTarget {
  readonly connection: Connection;
  readonly dialect: Dialect;
}

/** Applies a step for the first time. */
export async function makeStep({ connection, dialect }: StepTarget, step: TableStep): Promise<void> {
  await runStatements(connection, statementsOf(dialect, step));
}

/** Applies a step that may already have been applied. */
export async function finishStep(on: StepTarget, step: TableStep): Promise<void> {
  if (step.kind === 'restore') return finishRestoring(on, step);
  if (step.kind === 'alter' || step.kind === 'tighten') return finishAltering(on, step);
  if (await isMade(on, step)) return;
  if (step.kind === 'keep') await dropKept(on, unfinished(step.to));
  await makeStep(on, step);
}

/** Whether a step has been applied, judged by the table that it creates or removes. */
async function isMade(on: StepTarget, step: Exclude<TableStep, Altering | Restore>): Promise<boolean> {
  if (step.kind === 'keep' || step.kind === 'retire') return isThere(on, step.to);
  if (step.kind === 'revive') return !(await isThere(on, step.from));
  const made = step.kind === 'create';
  return (await isThere(on, tableOf(step))) === made;
}

type Altering = Extract<TableStep, { kind: 'alter' | 'tighten' }>;
type Restore = Extract<TableStep, { kind: 'restore' }>;

async function finishAltering(on: StepTarget, step: Altering): Promise<void> {
  const before = await presentTable(on, tableOf(step));
  if (before) await makeStep(on, { ...step, before });
}

/** Refills a table that may have been filled partially. */
async function finishRestoring(on: StepTarget, step: Restore): Promise<void> {
  const { connection, dialect } = on;
  if (!(await isThere(on, step.from))) return;
  if (step.whole) await connection.run(bind(dialect.printer.delete({ table: step.to.name, where: null }), NO_BINDING));
  await makeStep(on, step);
}

/** Drops a table of kept rows, if it exists. */
async function dropKept(on: StepTarget, name: string): Promise<void> {
  if (await isThere(on, name)) await runStatements(on.connection, on.dialect.ddl.drop(name));
}

async function isThere({ connection, dialect }: StepTarget, name: string): Promise<boolean> {
  if (isInternalTable(name)) return (await dialect.internalTables(connection)).includes(name);
  return (await presentTable({ connection, dialect }, name)) !== undefined;
}

/** Undoes a step that has destroyed nothing. */
export async function undoStep(on: StepTarget, step: TableStep): Promise<void> {
  if (step.kind === 'keep') return dropKept(on, step.to);
  if (step.kind === 'drop' || step.kind === 'restore') return;
  if (step.kind === 'alter' || step.kind === 'tighten') return finishAltering(on, { ...step, after: step.before });
  if (await isMade(on, step)) await makeStep(on, reversed(step));
}

function reversed(step: Extract<TableStep, { kind: 'create' | 'retire' | 'revive' }>): TableStep {
  if (step.kind === 'create') return { kind: 'drop', table: step.table.name };
  if (step.kind === 'retire') return { kind: 'revive', table: step.table, from: step.to };
  return { kind: 'retire', table: step.table, to: step.from };
}

/** Restores the former values of rows, last change first. */
export async function restoreRows({ connection, dialect }: StepTarget, former: readonly FormerRow[]): Promise<void> {
  for (const { table, key, row } of former.toReversed()) {
    const left = columnNamed(key.column, key.kind, '');
    const where: Expression = { type: 'compare', sign: '=', left, right: fixed(key.value, key.kind) };
    await connection.run(bind(dialect.printer.delete({ table, where }), NO_BINDING));
    if (!row) continue;
    const given = INTEGRAL.has(key.kind) ? key.column : undefined;
    const text = dialect.printer.insert({ table, columns: Object.keys(row), given }, null);
    await connection.run({ text, parameters: Object.values(row) });
  }
}

async function presentTable({ connection, dialect }: StepTarget, name: string): Promise<Table | undefined> {
  return (await dialect.introspect(connection)).find((table) => table.name === name);
}
