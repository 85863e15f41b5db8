import { expect, it } from 'vitest';
import { momentIn } from '../../../src/shared/moment.ts';

it.each([
  ['2026-12-31T23:59:00Z', '2026-12-31T23:59:00.000Z'],
  ['2026-12-31T23:59+02:00', '2026-12-31T21:59:00.000Z'],
  ['2026-12-31T23:59:00.5Z', '2026-12-31T23:59:00.500Z'],
])('%s is a moment', (text, moment) => {
  expect(new Date(momentIn(text)).toISOString()).toBe(moment);
});

it.each(['', '2026-12-31', '2026-12-31T23:59:00', 'soon', '2026-13-41T25:99:00Z', '1'])(
  '%j is not a moment',
  (text) => {
    expect(momentIn(text)).toBeNaN();
  },
);
