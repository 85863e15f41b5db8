import { expect, it } from 'vitest';
import { retryAfterMs } from '../../../src/shared/retry-after.ts';

const NOW = Date.parse('2026-01-01T00:00:00Z');

it.each([
  [undefined, null],
  ['', null],
  ['soon', null],
  ['-5', null],
  ['0', 0],
  ['120', 120_000],
  ['999999999999', 999_999_999_999_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 23:59:00 GMT', 0],
])('the header %j asks for a wait of %j ms', (header, ms) => {
  expect(retryAfterMs(header, NOW)).toBe(ms);
});
