import { hash } from 'node:crypto';
import type { Connection, Dialect } from '../../dialects/dialect.ts';
import { imports } from '../../schema/own/imports.ts';
import { type Condition, TableRows } from '../table-rows.ts';

/** How far an import has come; moves in the transactions that write its items. */
export class Position {
  readonly #id: string;
  readonly #rows: TableRows;

  /** `name` tells an import from others into the same collection. */
  constructor(dialect: Dialect, collection: string, name: string) {
    this.#rows = new TableRows(dialect, imports);
    this.#id = hash('sha256', JSON.stringify([collection, name]), 'base64url');
  }

  /** The last line that is dealt with; 0 before the first. */
  async read(connection: Connection): Promise<number> {
    const [row] = await this.#rows.find(connection, [this.#mine], 'id', 1);
    return Number(row?.line ?? 0);
  }

  async move(connection: Connection, line: number): Promise<void> {
    await this.erase(connection);
    await this.#rows.insert(connection, { id: this.#id, line });
  }

  /** Forgets the import: it has reached its end. */
  async erase(connection: Connection): Promise<void> {
    await this.#rows.delete(connection, [this.#mine]);
  }

  get #mine(): Condition {
    return ['id', '=', this.#id];
  }
}
