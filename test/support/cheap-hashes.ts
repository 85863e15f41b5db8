import { vi } from 'vitest';

const COST = 4;
/** What passwords are compared with where there is no hash: it matches none. */
const DECOY = '$2y$10$abcdefghijklmnopqrstuu';

/**
 * Tests make thousands of users, and a hash of a password takes a tenth of a second on purpose: here it takes a millisecond. What a
 * hash costs is for files that vitest.config.ts lists by name, and for those that run the program in a process of its own.
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
