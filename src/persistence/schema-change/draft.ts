import type { Connection, Statement, WriteResult } from '../../dialects/dialect.ts';
import { tablesWritten } from '../../dialects/statement-tables.ts';
import type { TableStep } from '../../schema/table-step.ts';
import type { Change } from '../changes.ts';
import type { Misfit } from '../misfit.ts';

/** The number of rows that a change writes to a table. */
export interface WrittenRows {
  readonly table: string;
  readonly action: 'create' | 'update' | 'delete';
  readonly count: number;
}

const ACTIONS = { INSERT: 'create', UPDATE: 'update', DELETE: 'delete' } as const;

/**
 * Collects what a schema change would do. A use case with a draft runs as usual, and then everything is rolled back.
 */
export class Draft {
  /** The steps in the order in which they would be applied. */
  steps: readonly TableStep[] = [];
  /** The violations by stored data. */
  readonly misfits: Misfit[] = [];
  /** The list of changes. */
  changes: readonly Change[] = [];
  readonly #rows = new Map<string, WrittenRows>();

  /** The rows that would be written, by table and action. */
  get rows(): readonly WrittenRows[] {
    return [...this.#rows.values()];
  }

  /** Discards a failed attempt. */
  restart(): void {
    this.steps = [];
    this.changes = [];
    this.misfits.length = 0;
    this.#rows.clear();
  }

  /** The connection, wrapped to count the rows that are written through it. */
  counting(connection: Connection): Connection {
    return {
      all: (statement) => connection.all(statement),
      run: async (statement) => {
        const result = await connection.run(statement);
        this.#count(statement, result);
        return result;
      },
    };
  }

  #count({ text }: Statement, { changes }: WriteResult): void {
    const [table] = tablesWritten(text) ?? [];
    const action = ACTIONS[text.slice(0, 6) as keyof typeof ACTIONS];
    if (table === undefined || action === undefined || changes === 0) return;
    const key = `${action} ${table}`;
    this.#rows.set(key, { table, action, count: changes + (this.#rows.get(key)?.count ?? 0) });
  }
}

/** Thrown when a draft is complete, so that its transaction is rolled back. */
export class Drafted extends Error {
  constructor() {
    super('the change was only planned');
  }
}
