import { hash } from 'node:crypto';
import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Connection, Dialect } from '../../dialects/dialect.ts';
import type { Expression } from '../../query/sql/nodes.ts';
import { imports } from '../../schema/own/imports.ts';
import { equals } from '../rows.ts';

const TABLE = imports.name;

/** How far an import has come; moves in the transactions that write its items. */
export class Position {
  readonly #id: string;
  readonly #dialect: Dialect;

  /** `name` tells an import from others into the same collection. */
  constructor(dialect: Dialect, collection: string, name: string) {
    this.#dialect = dialect;
    this.#id = hash('sha256', JSON.stringify([collection, name]), 'base64url');
  }

  /** The last line that is dealt with; 0 before the first. */
  async read(connection: Connection): Promise<number> {
    const column = (name: string): Expression => ({ type: 'column', alias: 't0', name, kind: 'bigint' });
    const left: Expression = { type: 'column', alias: 't0', name: 'id', kind: 'text' };
    const where: Expression = { ...equals('id', this.#id, 'text'), left } as Expression;
    const parts = { order: [], limit: null, offset: null, group: [] };
    const printed = this.#dialect.printer.select({
      table: TABLE,
      alias: 't0',
      columns: [column('line')],
      where,
      ...parts,
    });
    const [row] = await connection.all(bind(printed, NO_BINDING));
    return Number(row?.[0] ?? 0);
  }

  async move(connection: Connection, line: number): Promise<void> {
    await this.erase(connection);
    const text = this.#dialect.printer.insert({ table: TABLE, columns: ['id', 'line'] }, null);
    await connection.run({ text, parameters: [this.#id, line] });
  }

  /** Forgets the import: it has reached its end. */
  async erase(connection: Connection): Promise<void> {
    const where = equals('id', this.#id, 'text');
    await connection.run(bind(this.#dialect.printer.delete({ table: TABLE, where }), NO_BINDING));
  }
}
