import { expect, it } from 'vitest';
import { printable } from '../../../src/cli/printable.ts';

it('shows what a terminal would obey', () => {
  expect(printable('a\u001b[2Jb\r\nc\u009b1m\u202ed')).toBe('a\\u001b[2Jb\\u000d\\u000ac\\u009b1m\\u202ed');
});

it('leaves all other characters as they are', () => {
  const text = 'Zoë 東京 👩‍👩‍👧 "quoted" \\ back';
  expect(printable(text)).toBe(text);
});
