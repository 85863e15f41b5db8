import { describe, expect, it } from 'vitest';
import { isEmail } from '../../../src/shared/email.ts';

describe('an e-mail address', () => {
  it.each([
    ['a@example.com', true],
    ['a+b@sub.example.org', true],
    ['a@b', false],
    ['a b@example.com', false],
    ['a@example.com\r\nBcc: x@example.com', false],
    ['a@example.com,b@example.com', false],
    ['<a@example.com>', false],
  ])('%j is one: %s', (text, wanted) => {
    expect(isEmail(text)).toBe(wanted);
  });
});
