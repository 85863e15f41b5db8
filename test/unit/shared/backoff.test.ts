import { expect, it } from 'vitest';
import { Backoff } from '../../../src/shared/backoff.ts';

it('is always due until an attempt has failed', () => {
  const backoff = new Backoff();
  expect(Array.from({ length: 5 }, () => backoff.isDue())).not.toContain(false);
});

it('skips a hundred attempts after a failed one', () => {
  const backoff = new Backoff();
  backoff.failed();
  const due = Array.from({ length: 102 }, () => backoff.isDue());
  expect(due.indexOf(true)).toBe(100);
  expect(due.at(-1)).toBe(true);
});
