import { expect, it } from 'vitest';
import { SharedCommits } from '../../../../src/dialects/sqlite/shared-commits.ts';
import { countTurns } from '../../../support/loop-turns.ts';

const WRITERS = 400;

it('lets other events run between two groups, however many writers are waiting', async () => {
  const { turns, stop } = countTurns();
  const commits: number[] = [];
  const writer = {
    all: async () => [],
    run: async () => ({ changes: 1, keys: [] }),
    exec: (text: string) => {
      if (text === 'COMMIT') commits.push(turns());
    },
  };
  const shared = new SharedCommits(writer, {
    account: null,
    begin: async (begun) => begun(),
    beforeCommit: () => {},
    afterCommit: () => {},
    synced: async () => {},
  });
  await Promise.all(Array.from({ length: WRITERS }, () => shared.run(async () => {})));
  stop();
  expect(commits.length).toBeGreaterThan(2);
  expect(new Set(commits).size).toBe(commits.length);
});
