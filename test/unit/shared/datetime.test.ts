import { describe, expect, it } from 'vitest';
import { comparedDatetime, parseDatetime } from '../../../src/shared/datetime.ts';

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

describe('a date-time that a query compares with', () => {
  it.each([
    ['2020-2-9', '2020-02-09 00:00:00'],
    ['2020-2-9 1:2', '2020-02-09 01:02:00'],
    ['2020-02-29T10:00', '2020-02-29 10:00:00'],
    ['2020-02-29T10:00:00+02:00', '2020-02-29 08:00:00'],
    ['2020-02-29T10:00:00.000Z', '2020-02-29 10:00:00'],
    ['2020-02-29T10:00:00.250-0500', '2020-02-29 15:00:00.250'],
    ['2020-02-29 10:00:00.123456789', '2020-02-29 10:00:00.123456'],
    ['2021-02-29T10:00:00.000Z', undefined],
    ['2020-02-29 10:00.5', undefined],
    ['2020-02-29.5', undefined],
    ['2020-02-29 10', undefined],
  ])('%s is %s', (text, compared) => {
    expect(comparedDatetime(text)).toBe(compared);
  });
});
