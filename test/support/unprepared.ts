import mysql, { type ConnectionOptions } from 'mysql2/promise';
import type { Payload } from './project.ts';

/**
 * Runs statements in a database of MySQL or MariaDB, at the server with this address. MySQL prepares no statements that
 * create triggers, as the driver of projects would.
 */
export async function unprepared(given: Payload, name: string, statements: readonly string[]): Promise<void> {
  const { db_host: host, db_port: port, db_user: user, db_password: password } = given;
  const connection = await mysql.createConnection({ host, port, user, password, database: name } as ConnectionOptions);
  for (const statement of statements) await connection.query(statement);
  await connection.end();
}
