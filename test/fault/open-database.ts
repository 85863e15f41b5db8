import { join } from 'node:path';
import type { Engine } from '../../src/config/engine.ts';
import type { Database, DatabaseAddress, Dialect } from '../../src/dialects/dialect.ts';
import { dialectOf } from '../../src/dialects/registry.ts';

/** A database that is opened in addition to the servers that use it. */
export interface Opened {
  readonly dialect: Dialect;
  readonly database: Database;
}

/** Opens the database of a project; `given` is the part of its creation body with the address. */
export async function openDatabase(
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  data: string,
  name: string,
): Promise<Opened> {
  const dialect = await dialectOf(engine);
  return { dialect, database: await dialect.open(addressOf(engine, given, data, name)) };
}

function addressOf(
  engine: Engine,
  given: Readonly<Record<string, unknown>>,
  data: string,
  name: string,
): DatabaseAddress {
  if (engine === 'sqlite') return { name, file: join(data, 'databases', `${name}.db`) };
  const { db_host: host, db_port: port, db_user: user, db_password: password } = given;
  return { name, host, port, user, password } as DatabaseAddress;
}
