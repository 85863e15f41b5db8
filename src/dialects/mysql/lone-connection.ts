import type { Connection as DriverConnection, QueryResult, RowDataPacket } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import type { DatabaseAddress, Statement } from '../dialect.ts';
import { connect } from './connect.ts';
import { type Ask, send } from './execute.ts';
import { Reachability } from './reachability.ts';
import type { ServerTraits } from './session.ts';
import { streamChunks } from './stream-chunks.ts';
import { type Described, decodeRows } from './values.ts';

/** A result and the descriptions of its columns. */
interface Answer<T> {
  readonly result: T;
  readonly fields: readonly Described[];
}

/** A connection outside of the pools, for one caller. What it waits for fails if the server answers nobody any more. */
export class LoneConnection {
  /** The address that it was made with, which may be without encryption. */
  readonly address: DatabaseAddress;
  readonly #driver: DriverConnection;
  readonly #server: Reachability;

  private constructor(address: DatabaseAddress, driver: DriverConnection) {
    this.address = address;
    this.#driver = driver;
    this.#server = new Reachability(address);
  }

  /** Connects to a database, or only to its server if the name is null. */
  static async open(given: DatabaseAddress, name: string | null): Promise<LoneConnection> {
    const { connection, address } = await connect(given, name);
    return new LoneConnection(address, (connection as unknown as { readonly connection: DriverConnection }).connection);
  }

  /** Runs a statement without parameters that has no result. */
  async run(text: string): Promise<void> {
    await this.#ask({ sql: text });
  }

  /** The rows of a statement. */
  all({ text: sql, parameters: values }: Statement): Promise<Row[]> {
    return this.#rows({ sql, values });
  }

  /** Streams the rows of a statement in batches. */
  batches(statement: Statement, size: number): AsyncIterable<Row[]> {
    return streamChunks(this.#driver, statement, size, this.#server);
  }

  /** Whether the server is MariaDB. */
  async isMariaDb(): Promise<boolean> {
    const [row] = await this.#rows({ sql: 'SELECT VERSION()' });
    return /mariadb/i.test(String(row?.[0]));
  }

  /** Variables that a new session has from its server. */
  async variables(): Promise<Pick<ServerTraits, 'keyStep' | 'longestPacket'>> {
    const [row] = await this.#rows({ sql: 'SELECT @@auto_increment_increment, @@max_allowed_packet' });
    const [keyStep = 1, longestPacket = Number.POSITIVE_INFINITY] = row ?? [];
    return { keyStep: Number(keyStep), longestPacket: Number(longestPacket) };
  }

  /** Closes the connection at once. */
  close(): void {
    this.#driver.destroy();
  }

  async #rows(command: Ask): Promise<Row[]> {
    const { result, fields } = await this.#ask<RowDataPacket[][]>(command);
    return decodeRows(result as unknown as Row[], fields);
  }

  #ask<T extends QueryResult>(command: Ask): Promise<Answer<T>> {
    return new Promise((done, failed) => {
      const answered = (result: T, fields: readonly Described[]): void => done({ result, fields });
      send<T>(this.#driver, { ...command, server: this.#server, ending: { answered, failed } });
    });
  }
}
