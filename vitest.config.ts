import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    pool: 'threads',
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/engines.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
