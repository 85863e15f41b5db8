import { EventEmitter } from 'node:events';
import type { Connection } from 'mysql2';
import { expect, it } from 'vitest';
import { executePrepared } from '../../../../src/dialects/mysql/execute-prepared.ts';

type Callback = (error: Error | null, result?: unknown) => void;

/** What the driver creates for the execution of a statement. */
class Execution {
  readonly done: Callback;

  constructor(_options: object, done: Callback) {
    this.done = done;
  }
}

/** Like the driver's statements, which add a command to their connection. */
const STATEMENT = {
  execute(this: { _connection: { addCommand: (command: Execution) => void } }, _values: unknown, done: Callback) {
    this._connection.addCommand(new Execution({}, done));
  },
};

/** A server that holds a few prepared statements for all its sessions. */
class SmallServer {
  readonly capacity: number;
  held = 0;
  /** How many of the next executions are told to prepare the statement again. */
  outdated = 0;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  connect(): Connection {
    const statements = new Set<string>();
    const stream = Object.assign(new EventEmitter(), { writable: true });
    const prepare = (sql: string): boolean => {
      if (statements.has(sql)) return true;
      if (this.held >= this.capacity) return false;
      this.held++;
      statements.add(sql);
      return true;
    };
    const run = (callback: Callback): void => {
      if (this.outdated === 0) callback(null, 'rows');
      else {
        this.outdated--;
        callback(failure(1615));
      }
    };
    return {
      stream,
      prepare: (sql: string, callback: Callback) =>
        prepare(sql) ? callback(null, STATEMENT) : callback(failure(1461)),
      addCommand: ({ done }: Execution) => run(done),
      unprepare: (sql: string) => {
        if (statements.delete(sql)) this.held--;
      },
      once: () => {},
    } as unknown as Connection;
  }
}

const failure = (errno: number): Error => Object.assign(new Error(`server error ${errno}`), { errno });

const ask = (driver: Connection, sql: string): Promise<unknown> =>
  new Promise((done, fail) => {
    executePrepared(driver, sql, [], (error, result) => (error ? fail(error) : done(result)));
  });

it('statements of all sessions are closed when the server has reached its limit', async () => {
  const server = new SmallServer(3);
  const [one, other] = [server.connect(), server.connect()];
  for (const sql of ['a', 'b', 'c']) await ask(one, sql);
  expect(await ask(other, 'd')).toBe('rows');
  expect(server.held).toBe(1);
});

it('a server that accepts no statement at all is reported', async () => {
  await expect(ask(new SmallServer(0).connect(), 'a')).rejects.toMatchObject({ errno: 1461 });
});

it('a statement that must be prepared anew runs again, but not forever', async () => {
  const server = new SmallServer(3);
  const driver = server.connect();
  server.outdated = 2;
  expect(await ask(driver, 'a')).toBe('rows');
  server.outdated = 3;
  await expect(ask(driver, 'a')).rejects.toMatchObject({ errno: 1615 });
});
