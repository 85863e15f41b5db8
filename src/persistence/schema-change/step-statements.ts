import type { Ddl, Dialect } from '../../dialects/dialect.ts';
import type { TableStep } from '../../schema/table-step.ts';

/** The statements that apply a step. */
export function statementsOf({ ddl }: Dialect, step: TableStep): string[] {
  switch (step.kind) {
    case 'create':
      return ddl.create(step.table);
    case 'drop':
      return ddl.drop(step.table, step.indexes);
    case 'retire':
      return ddl.retire(step.table, step.to);
    case 'revive':
      return ddl.revive(step.table, step.from);
    case 'keep':
      return keepingStatements(ddl, step);
    case 'restore':
      return restoringStatements(ddl, step);
    default:
      return ddl.alter(step.before, step.after);
  }
}

/** Copies the key as well, if there is one, so that rows can be found again. */
function keepingStatements(ddl: Ddl, { from, columns, to }: Extract<TableStep, { kind: 'keep' }>): string[] {
  const keys = from.columns.filter(({ primaryKey }) => primaryKey).map(({ name }) => name);
  return ddl.keep(from.name, to, columns, keys.length === 1 ? (keys[0] ?? null) : null);
}

function restoringStatements(ddl: Ddl, step: Extract<TableStep, { kind: 'restore' }>): string[] {
  const { from, to, columns, whole } = step;
  if (whole) return [...ddl.copy(from, to.name, columns), ...recounted(ddl, step)];
  const key = to.columns.find(({ primaryKey }) => primaryKey)?.name ?? '';
  const values = columns.filter((name) => name !== key);
  return values.length > 0 ? ddl.fill(from, to.name, key, values) : [];
}

function recounted(ddl: Ddl, { to }: Extract<TableStep, { kind: 'restore' }>): string[] {
  const counter = to.columns.find(({ autoIncrement }) => autoIncrement);
  return (counter && ddl.recount?.(to.name, counter.name)) ?? [];
}
