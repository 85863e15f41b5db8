import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { thoroughly } from './test/support/battery.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** Files that replace modules of the server themselves, or look at what hashes of passwords cost. */
const WITH_REAL_HASHES = [
  'test/fault/local-faults.test.ts',
  'test/integration/files/embeds.test.ts',
  'test/integration/system-requests.test.ts',
  'test/security/file-attacks.test.ts',
  'test/unit/auth/passwords.test.ts',
];

/**
 * Files that only send requests to a server of their own. They share the modules of the server, which saves a third of
 * their time.
 */
const WITH_SHARED_MODULES = [
  'clients',
  'files',
  'item-rules',
  'items',
  'openapi',
  'schema',
  'scim',
  'strict',
  'writing',
].map((folder) => `test/integration/${folder}/**/*.test.ts`);

/** What is waited for comes late on a busy machine. A test that fails may take this long. */
const POLL = { timeout: 15_000 };

const usual = {
  pool: 'threads',
  testTimeout: thoroughly(20_000),
  hookTimeout: 60_000,
  expect: { poll: POLL },
} as const;
const resolve = { alias: { '@octavo/client': fileURLToPath(new URL('client/src/index.ts', import.meta.url)) } };

export default defineConfig({
  test: {
    ...usual,
    // Much of the time is spent waiting for disks, databases and other processes.
    maxWorkers: availableParallelism() + 1,
    globalSetup: ['test/support/engines.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve,
        test: {
          ...usual,
          name: 'tests',
          include: ['test/**/*.test.ts', 'studio/test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...WITH_SHARED_MODULES, ...WITH_REAL_HASHES],
          setupFiles: ['test/support/cheap-hashes.ts'],
        },
      },
      {
        resolve,
        test: {
          ...usual,
          name: 'shared modules',
          isolate: false,
          include: WITH_SHARED_MODULES,
          exclude: [...configDefaults.exclude, ...WITH_REAL_HASHES],
          setupFiles: ['test/support/cheap-hashes.ts'],
        },
      },
      { resolve, test: { ...usual, name: 'real hashes', include: WITH_REAL_HASHES } },
    ],
  },
});
