import { expect, it } from 'vitest';
import { readDate } from '../../../../src/services/import/dates.ts';

it.each([
  ['24.12.2026', 'DD.MM.YYYY', '2026-12-24'],
  ['4.1.26', 'D.M.YY', '2026-01-04'],
  ['4.1.71', 'D.M.YY', '1971-01-04'],
  ['2026-12-24 9:05:07', 'YYYY-MM-DD H:mm:ss', '2026-12-24 09:05:07'],
  ['12/2026', 'MM/YYYY', '2026-12-01'],
  ['18:30', 'HH:mm', '18:30:00'],
  ['24122026', 'DDMMYYYY', '2026-12-24'],
])('%s in the form %s is %s', (text, form, moment) => {
  expect(readDate(text, form)).toBe(moment);
});

it.each([
  ['24-12-2026', 'DD.MM.YYYY'],
  ['24.12.26', 'DD.MM.YYYY'],
  ['24.12.2026 ', 'DD.MM.YYYY'],
  ['', 'DD.MM.YYYY'],
  ['٢٤.12.2026', 'DD.MM.YYYY'],
])('%j does not have the form %s', (text, form) => {
  expect(readDate(text, form)).toBeUndefined();
});

it('a format is text, not a regular expression', () => {
  expect(readDate('a'.repeat(100_000), '(a+)+YYYY')).toBeUndefined();
  expect(readDate('(.*)2026', '(.*)YYYY')).toBe('2026-01-01');
});
