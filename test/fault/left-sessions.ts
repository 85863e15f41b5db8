import mysql from 'mysql2/promise';
import postgres from 'postgres';
import type { Engine } from '../../src/config/engine.ts';

type Given = Readonly<Record<string, unknown>>;

const PAUSE_MS = 20;

const LISTS: Readonly<Partial<Record<Engine, (given: Given, name: string) => Promise<number[]>>>> = {
  mysql: async ({ db_host: host, db_port: port, db_user: user, db_password: password }, name) => {
    const connection = await mysql.createConnection({ host, port, user, password } as mysql.ConnectionOptions);
    const [rows] = await connection.query('SELECT id FROM information_schema.processlist WHERE db = ?', [name]);
    await connection.end();
    return (rows as { readonly id: number }[]).map(({ id }) => id);
  },
  postgres: async ({ db_host: host, db_port: port, db_user: user, db_password: password }, name) => {
    const options = { host, port, user, password, database: 'postgres', max: 1 };
    const sql = postgres(options as unknown as NonNullable<Parameters<typeof postgres>[0]>);
    const rows = await sql<{ readonly pid: number }[]>`SELECT pid FROM pg_stat_activity WHERE datname = ${name}`;
    await sql.end();
    return rows.map(({ pid }) => pid);
  },
};

/** The sessions that a database server has with one database. There are none if the engine is embedded. */
export async function sessionsWith(engine: Engine, given: Given, name: string): Promise<number[]> {
  return (await LISTS[engine]?.(given, name)) ?? [];
}

/** Resolves when sessions have ended, including all of their pending commits and rollbacks. */
export async function ended(engine: Engine, given: Given, name: string, sessions: readonly number[]): Promise<void> {
  while ((await sessionsWith(engine, given, name)).some((session) => sessions.includes(session)))
    await new Promise((done) => setTimeout(done, PAUSE_MS));
}
