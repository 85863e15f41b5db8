import { describe, expect, it } from 'vitest';
import { githubAddress } from '../../../../src/auth/sso/github-address.ts';

describe('the address of a GitHub account', () => {
  const entry = (email: string, verified: boolean, primary: boolean, visibility: string | null) => ({
    email,
    verified,
    primary,
    visibility,
  });
  it.each([
    ['nothing', undefined, null],
    ['an error', { message: 'Bad credentials' }, null],
    ['none that is verified', [entry('a', false, true, 'public')], null],
    ['the primary that all may see', [entry('a', true, false, 'public'), entry('b', true, true, 'public')], 'b'],
    ['the first that all may see', [entry('a', true, true, null), entry('b', true, false, 'public')], 'b'],
    ['the primary', [entry('a', true, false, null), entry('b', true, true, 'private')], 'b'],
    ['the first', [entry('a', true, false, null), entry('b', true, false, null)], 'a'],
  ])('is, of %s, the one that counts', (_what, list, email) => {
    expect(githubAddress(list)).toBe(email);
  });
});
