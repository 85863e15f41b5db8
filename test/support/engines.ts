import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { start as startMysql } from './engines/mysql.ts';
import { start as startPostgres } from './engines/postgres.ts';

/** The part of a creation body that says which database a project gets; undefined where an engine is not at hand. */
export interface EngineAddresses {
  readonly sqlite: Readonly<Record<string, unknown>>;
  readonly mysql?: Readonly<Record<string, unknown>>;
  readonly postgres?: Readonly<Record<string, unknown>>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    engines: EngineAddresses;
  }
}

/** What the closing line of the test command is made from. */
export const SUMMARY = join(import.meta.dirname, '..', '..', '.cache', 'engines.json');

/** Brings up the database servers once for all tests, and ends them afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [mysql, postgres] = await Promise.all([startMysql(), startPostgres()]);
  const engines: EngineAddresses = {
    sqlite: { db_type: 'sqlite' },
    ...('address' in mysql && { mysql: { ...mysql.address } }),
    ...('address' in postgres && { postgres: { ...postgres.address } }),
  };
  const skipped = Object.entries({ mysql, postgres }).flatMap(([name, engine]) =>
    'skipped' in engine ? [[name, engine.skipped]] : [],
  );
  mkdirSync(dirname(SUMMARY), { recursive: true });
  writeFileSync(SUMMARY, JSON.stringify({ ran: Object.keys(engines), skipped: Object.fromEntries(skipped) }));
  project.provide('engines', engines);
  return async () => {
    for (const engine of [mysql, postgres]) if ('stop' in engine) await engine.stop();
  };
}
