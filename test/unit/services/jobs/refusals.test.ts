import { expect, it } from 'vitest';
import { sqlite } from '../../../../src/dialects/sqlite/dialect.ts';
import type { Job } from '../../../../src/persistence/jobs/job.ts';
import type { Transaction } from '../../../../src/persistence/transaction.ts';
import { storeRefusals } from '../../../../src/services/jobs/refusals.ts';

/** How many of `more` refusals are stored for a job that already has some. */
async function stored(before: number, more: number): Promise<number> {
  let count = 0;
  const run = async () => ({ changes: ++count, keys: [] });
  const tx = { context: { store: { dialect: sqlite } }, connection: { run } } as unknown as Transaction;
  const job = { id: 1, progress: { done: before, total: null, refused: before } } as unknown as Job;
  const refused = Array.from({ length: more }, (_, index) => ({ key: `row ${index}`, code: 4, message: 'no number' }));
  await storeRefusals(tx, job, refused);
  return count;
}

it('keeps the first 10,000 refusals of a job', async () => {
  expect(await stored(0, 1_000)).toBe(1_000);
  expect(await stored(9_990, 1_000)).toBe(10);
  expect(await stored(10_000, 1_000)).toBe(0);
  expect(await stored(20_000, 1_000)).toBe(0);
});
