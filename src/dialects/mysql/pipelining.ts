import type { Connection as DriverConnection, PrepareStatementInfo } from 'mysql2';
import { withDeadline } from '../../shared/deadline.ts';
import type { DatabaseAddress } from '../dialect.ts';
import { connect } from './connect.ts';
import { executeStatements } from './execute-command.ts';
import type { ServerTraits } from './session.ts';

/** Still running when the next statement arrives. */
const SLOW = 'SELECT SLEEP(0.02)';
const NEXT = 'SELECT 1';
const PATIENCE_MS = 2_000;

/**
 * Finds out, on a separate connection, whether a server supports pipelining: whether it accepts a statement before it
 * has answered the previous one. MariaDB does, but a proxy in front of it may close the connection or never answer.
 * MySQL is not tested, because some versions of Aurora, which identifies as MySQL, hang.
 */
export class Pipelining {
  readonly #address: DatabaseAddress;
  readonly #isMariaDb: boolean;
  #works = false;
  #isAsked = false;

  constructor(address: DatabaseAddress, { isMariaDb }: Pick<ServerTraits, 'isMariaDb'>) {
    this.#address = address;
    this.#isMariaDb = isMariaDb;
  }

  /** Whether pipelining works. The first call starts the test; until its result is known, this is false. */
  works(): boolean {
    if (this.#isMariaDb && !this.#isAsked) void this.#ask();
    return this.#works;
  }

  async #ask(): Promise<void> {
    this.#isAsked = true;
    const connected = await connect(this.#address, this.#address.name).catch(() => null);
    if (!connected) return;
    const { connection } = connected;
    const { connection: driver } = connection as unknown as { readonly connection: DriverConnection };
    this.#works = await withDeadline(PATIENCE_MS, accepts(driver)).catch(() => false);
    connection.destroy();
  }
}

async function accepts(driver: DriverConnection): Promise<boolean> {
  const [slow, next] = [await prepared(driver, SLOW), await prepared(driver, NEXT)];
  return new Promise((done) => {
    const answered = (error: Error | null): void => done(error === null);
    executeStatements(driver, [
      { statement: slow, parameters: [], callback: (error) => error && answered(error) },
      { statement: next, parameters: [], callback: answered },
    ]);
  });
}

function prepared(driver: DriverConnection, text: string): Promise<PrepareStatementInfo> {
  return new Promise((done, fail) =>
    driver.prepare(text, (error, statement) => (error ? fail(error) : done(statement))),
  );
}
