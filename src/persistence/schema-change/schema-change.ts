import type { Connection } from '../../dialects/dialect.ts';
import type { TableStep } from '../../schema/table-step.ts';
import type { UndoLog } from '../undo-log.ts';

/** A schema change in progress: rows are written through the connection, tables changed by steps. */
export interface SchemaChange {
  readonly connection: Connection;
  /** Changes a table: immediately, or after all rows are written. */
  apply(step: TableStep): Promise<void>;
  /** Absent if the transaction can undo everything. */
  readonly undo?: UndoLog;
}
