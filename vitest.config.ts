import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

export default defineConfig({
  resolve: { alias: { '@octavo/client': fileURLToPath(new URL('client/src/index.ts', import.meta.url)) } },
  test: {
    pool: 'threads',
    // Much of the time is spent waiting for disks, databases and other processes.
    maxWorkers: availableParallelism() + 1,
    include: ['test/**/*.test.ts', 'studio/test/**/*.test.ts'],
    globalSetup: ['test/support/engines.ts'],
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
