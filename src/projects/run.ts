import type { Connection } from '../dialects/dialect.ts';

/** Runs statements without parameters in order. */
export async function run(connection: Connection, statements: readonly string[]): Promise<void> {
  for (const text of statements) await connection.run({ text, parameters: [] });
}
