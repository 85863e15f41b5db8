import { expect, it } from 'vitest';
import { TransactionTooLarge } from '../../../../src/dialects/sqlite/long-transaction.ts';
import { SharedCommits } from '../../../../src/dialects/sqlite/shared-commits.ts';
import { countTurns } from '../../../support/loop-turns.ts';

const WRITERS = 400;

/** Commits of a connection that reports what begins and ends its transactions. */
function sharing(exec: (text: string) => void): SharedCommits {
  const writer = { all: async () => [], run: async () => ({ changes: 1, keys: [] }), exec };
  return new SharedCommits(writer, {
    account: null,
    begin: async (begun) => begun(),
    beforeCommit: () => {},
    afterCommit: () => {},
    synced: async () => {},
  });
}

it('lets other events run between two groups, however many writers are waiting', async () => {
  const { turns, stop } = countTurns();
  const commits: number[] = [];
  const shared = sharing((text) => {
    if (text === 'COMMIT') commits.push(turns());
  });
  await Promise.all(Array.from({ length: WRITERS }, () => shared.run(async () => {})));
  stop();
  expect(commits.length).toBeGreaterThan(2);
  expect(new Set(commits).size).toBe(commits.length);
});

it('rolls a writer back that has written too much, even if it continues, and commits the others', async () => {
  const events: string[] = [];
  const shared = sharing((text) => void events.push(text));
  const insert = { text: 'INSERT', parameters: ['x'.repeat(5_000)] };
  const written = await Promise.allSettled([
    shared.run((connection) => connection.run(insert), 10_000),
    shared.run((connection) => connection.run(insert).catch(() => 'continued'), 5_000),
    shared.run((connection) => connection.run(insert)),
  ]);
  expect(written.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(written[1]).toMatchObject({ reason: expect.any(TransactionTooLarge) });
  const member = ['SAVEPOINT member', 'RELEASE member'];
  expect(events).toEqual(['SAVEPOINT member', 'ROLLBACK TO member', 'RELEASE member', ...member, 'COMMIT']);
});
