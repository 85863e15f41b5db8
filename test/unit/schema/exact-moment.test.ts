import { expect, it } from 'vitest';
import { momentName, sentMoment, shownMoment } from '../../../src/schema/exact-moment.ts';

it.each([
  ['2020-01-01 10:00:00.250000', '2020-01-01 10:00:00.250000', '2020-01-01 10:00:00.25'],
  ['2020-01-01 10:00:00.25+00', '2020-01-01 10:00:00.25', '2020-01-01 10:00:00.25'],
  ['2020-01-01 10:00:00.000000', '2020-01-01 10:00:00', '2020-01-01 10:00:00'],
  ['2020-01-01 10:00:00+00', '2020-01-01 10:00:00', '2020-01-01 10:00:00'],
  ['2020-01-01', '2020-01-01', '2020-01-01'],
  ['infinity', 'infinity', 'infinity'],
])('%s is shown as %s, and has the name %s', (stored, shown, name) => {
  expect(shownMoment(stored)).toBe(shown);
  expect(momentName(stored)).toBe(name);
});

it('a zero date is shown as null', () => {
  expect([shownMoment('0000-00-00 00:00:00.000000'), shownMoment(null)]).toEqual([null, null]);
});

it.each([
  ['2020-01-01 10:00:00.25', '2020-01-01 10:00:00.25'],
  ['2020-01-01T12:00:00.5+02:00', '2020-01-01 10:00:00.5'],
  ['2020-01-01 10:00:00', '2020-01-01 10:00:00'],
  ['yesterday', undefined],
  [5, undefined],
])('%s is stored as %s', (sent, stored) => {
  expect(sentMoment(sent)).toBe(stored);
});
