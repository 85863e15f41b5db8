import { vi } from 'vitest';

const COST = 4;
/** The hash to compare with where a user has none; no password matches it. */
const DECOY = '$2y$10$abcdefghijklmnopqrstuu';

/**
 * Tests make thousands of users, and hashing a password takes a tenth of a second on purpose; here it takes a
 * millisecond. The real cost is kept for files that vitest.config.ts lists by name, and for those that run the program
 * in its own process.
 */
vi.mock('../../src/auth/hash-thread.ts', async (load) => {
  const { HashThread } = await load<typeof import('../../src/auth/hash-thread.ts')>();
  return {
    HashThread: class extends HashThread {
      override async run<T>(task: Parameters<InstanceType<typeof HashThread>['run']>[0]): Promise<T> {
        if (task.kind === 'hash') return super.run<T>({ ...task, cost: Math.min(task.cost, COST) });
        return task.hash.startsWith(DECOY) ? (false as T) : super.run<T>(task);
      }
    },
  };
});
