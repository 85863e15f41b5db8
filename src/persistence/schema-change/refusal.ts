import type { Dialect } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Table } from '../../schema/column.ts';
import type { TableStep } from '../../schema/table-step.ts';

/**
 * Converts the failure of a step for the caller: error 404 if the data does not allow the step, 12 if a view or another
 * object does not, otherwise the failure itself.
 */
export function schemaRefusal(dialect: Dialect, step: TableStep, error: unknown): unknown {
  const failure = error instanceof ApiError ? null : dialect.classify(error);
  if (failure?.kind === 'dependedOn') return new ApiError('tableDependedOn', { dependents: failure.dependents });
  const limit = failure?.kind === 'value' ? failure.limit : undefined;
  if (step.kind === 'create' && limit !== undefined)
    return new ApiError('unprocessable', { reason: `The database cannot have such a table: ${limit}` });
  if (step.kind !== 'alter') return error;
  const refused = (field: string, constraint: string, example: string): ApiError =>
    new ApiError('dataBreaksConstraint', { field, constraint, example });
  switch (failure?.kind) {
    case 'unique':
      return refused(failure.columns.join(', '), 'unique', 'a value occurs twice');
    case 'notNull':
      return refused(failure.column, 'required', 'an item has no value');
    case 'value':
      return (
        refusedValue(step.before, step.after) ??
        refused(
          changedColumns(step.before, step.after),
          'of that type',
          limit ?? 'an item has a value that does not fit, or the definition does not',
        )
      );
    default:
      return error;
  }
}

/**
 * If no column has changed, the table cannot have an index, for example because it was adopted and its keys are short.
 */
function refusedValue(before: Table, after: Table): ApiError | null {
  const known = new Set(before.indexes?.map(({ name }) => name));
  const fresh = after.indexes?.filter(({ name }) => !known.has(name)) ?? [];
  if (fresh.length === 0 || changedColumns(before, after) !== '') return null;
  const fields = fresh.flatMap(({ columns }) => columns);
  return new ApiError('indexImpossible', {
    field: [...new Set(fields)].join(', '),
    reason: 'the table takes no keys of that length',
  });
}

function changedColumns(before: Table, after: Table): string {
  const old = new Map(before.columns.map((column) => [column.name, JSON.stringify(column)]));
  return after.columns
    .filter((column) => old.get(column.name) !== JSON.stringify(column))
    .map(({ name }) => name)
    .join(', ');
}
