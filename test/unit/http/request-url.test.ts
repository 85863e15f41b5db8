import { expect, it } from 'vitest';
import { withOneSlash } from '../../../src/http/request-url.ts';

it.each([
  ['//demo/users/me?fields=id', '/demo/users/me?fields=id'],
  ['///demo/', '/demo/'],
  ['//', '/'],
  ['/demo//users', '/demo//users'],
  ['/demo/users?q=//x', '/demo/users?q=//x'],
  ['/', '/'],
  ['*', '*'],
  ['http://host//demo/', 'http://host//demo/'],
])('begins %s with one slash: %s', (url, expected) => {
  expect(withOneSlash(url)).toBe(expected);
});
