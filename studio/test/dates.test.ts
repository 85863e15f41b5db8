import { afterEach, expect, it, vi } from 'vitest';
import { day } from '../src/i18n/dates.ts';
import { number } from '../src/i18n/messages.ts';

const date = new Date(2026, 10, 14);

afterEach(() => {
  vi.unstubAllGlobals();
});

it("writes dates and numbers as in the browser's region, where the browser speaks Studio's language", () => {
  vi.stubGlobal('navigator', { languages: ['de-CH', 'en-GB', 'en-US'] });
  expect(day(date)).toBe('14 Nov 2026');
  vi.stubGlobal('navigator', { languages: ['en-IN'] });
  expect(number(1_234_567)).toBe('12,34,567');
});

it("writes them as usual in Studio's language, where the browser speaks others", () => {
  vi.stubGlobal('navigator', { languages: ['de-CH'] });
  expect(day(date)).toBe('Nov 14, 2026');
  expect(number(1_234_567)).toBe('1,234,567');
});
