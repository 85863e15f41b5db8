import { describe, expect, it } from 'vitest';
import { parseDatetime } from '../../../src/shared/datetime.ts';

describe('a date-time', () => {
  it.each([
    ['2020-02-29 10:00:00', '2020-02-29 10:00:00'],
    ['2020-02-29T10:00:00+02:00', '2020-02-29 08:00:00'],
    ['2020-02-29T10:00:00Z', '2020-02-29 10:00:00'],
    ['2020-02-29T10:00:00-0500', '2020-02-29 15:00:00'],
    ['20200229T100000Z', '2020-02-29 10:00:00'],
    ['2021-02-29 10:00:00', undefined],
    ['2020-02-29 24:00:00', undefined],
    ['2020-02-29T10:00:00.5Z', undefined],
    ['2020-02-29', undefined],
    ['now', undefined],
  ])('%s is stored as %s', (text, stored) => {
    expect(parseDatetime(text)).toBe(stored);
  });
});
