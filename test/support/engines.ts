import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { findChromium } from './chromium.ts';
import { start as startMysql } from './engines/mysql.ts';
import { start as startPostgres } from './engines/postgres.ts';
import { start as startPostgres18 } from './engines/postgres18.ts';

/** The part of a creation body that selects a project's database; undefined where an engine is not available. */
export interface EngineAddresses {
  readonly sqlite: Readonly<Record<string, unknown>>;
  readonly mysql?: Readonly<Record<string, unknown>>;
  readonly postgres?: Readonly<Record<string, unknown>>;
}

/** Newer versions, which run against the recordings and the dialect's own tests, but not against every test. */
export interface NewerAddresses {
  readonly postgres18?: Readonly<Record<string, unknown>>;
}

declare module 'vitest' {
  export interface ProvidedContext {
    engines: EngineAddresses;
    newer: NewerAddresses;
  }
}

/** Where the data for the summary line of the test command is kept. */
export const SUMMARY = join(import.meta.dirname, '..', '..', '.cache', 'engines.json');

const LEFT_OUT = { skipped: 'OCTAVO_TEST_ONLY_SQLITE is set' };

/** Starts the database servers once for all tests, and stops them afterwards. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const onlySqlite = process.env.OCTAVO_TEST_ONLY_SQLITE === '1';
  const [mysql, postgres, postgres18] = onlySqlite
    ? [LEFT_OUT, LEFT_OUT, LEFT_OUT]
    : await Promise.all([startMysql(), startPostgres(), startPostgres18()]);
  const servers = { mysql, postgres, postgres18 };
  const addresses = Object.entries(servers).flatMap(([name, server]) =>
    'address' in server ? [[name, { ...server.address }] as const] : [],
  );
  const { postgres18: newer, ...known } = Object.fromEntries(addresses);
  const engines: EngineAddresses = { sqlite: { db_type: 'sqlite' }, ...known };
  const skipped = Object.entries(servers).flatMap(([name, server]) =>
    'skipped' in server ? [[name, server.skipped]] : [],
  );
  const browser = findChromium();
  const others = 'path' in browser ? ['chromium'] : [];
  const missing = 'skipped' in browser ? { chromium: browser.skipped } : {};
  mkdirSync(dirname(SUMMARY), { recursive: true });
  writeFileSync(
    SUMMARY,
    JSON.stringify({
      ran: ['sqlite', ...addresses.map(([name]) => name), ...others],
      skipped: { ...Object.fromEntries(skipped), ...missing },
    }),
  );
  project.provide('engines', engines);
  project.provide('newer', newer ? { postgres18: newer } : {});
  return async () => {
    for (const engine of Object.values(servers)) if ('stop' in engine) await engine.stop();
  };
}
