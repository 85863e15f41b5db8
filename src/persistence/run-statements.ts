import type { DdlStatement } from '../dialects/ddl-statement.ts';
import type { Connection } from '../dialects/dialect.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';

/** Runs statements without parameters, one after the other. */
export async function runStatements(connection: Connection, statements: readonly DdlStatement[]): Promise<void> {
  for (const statement of statements) {
    if (typeof statement === 'string') await connection.run({ text: statement, parameters: [] });
    else await runUntilNone(connection, statement.untilNone);
  }
}

async function runUntilNone(connection: Connection, text: string): Promise<void> {
  while ((await connection.run({ text, parameters: [] })).changes > 0) await yieldToEventLoop();
}
