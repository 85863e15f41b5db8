import type { Connection } from '../dialects/dialect.ts';
import type { Table } from '../schema/column.ts';
import type { Changes } from './changes.ts';
import type { Scope } from './context.ts';
import type { SchemaChange } from './schema-change/schema-change.ts';
import type { UndoLog } from './undo-log.ts';

/** A transaction in progress: all writes of one request. It gives no access to the database outside it. */
export interface Transaction {
  readonly kind: 'transaction';
  readonly context: Scope;
  readonly connection: Connection;
  /** The same connection, for code that only reads. */
  readonly reader: Connection;
  /** Its changes so far; consumers read them after the commit. */
  readonly changes: Changes;
  /** Keeps former rows, if the transaction alone cannot undo everything. */
  readonly undo?: UndoLog | undefined;
}

/** A schema change in progress, which also changes tables. */
export interface SchemaTransaction extends Transaction {
  readonly change: SchemaChange;
  /** Whether removed data is kept, so that the change can be undone. */
  readonly keeps: boolean;
  /** Tables as this change leaves them, by name. */
  readonly tables: Map<string, Table>;
}

/** Whether a transaction may change tables. */
export function changesSchema(tx: Transaction): tx is SchemaTransaction {
  return 'change' in tx;
}
