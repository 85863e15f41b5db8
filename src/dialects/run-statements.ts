import type { Connection } from './dialect.ts';

/** Runs statements without parameters, one after the other. */
export async function runStatements(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const text of statements) await connection.run({ text, parameters: [] });
}
