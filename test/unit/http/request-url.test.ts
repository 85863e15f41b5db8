import { expect, it } from 'vitest';
import { readAbsoluteUrl, withOneSlash } from '../../../src/http/request-url.ts';

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

it.each([
  ['http://site.example/demo/users?q=http://x/', '/demo/users?q=http://x/', 'site.example'],
  ['HTTPS://site.example:8055', '/', 'site.example:8055'],
  ['http://[::1]:8055?x=1', '/?x=1', '[::1]:8055'],
  ['http://user@site.example/', 'http://user@site.example/', 'named.example'],
  ['http:///demo/', 'http:///demo/', 'named.example'],
  ['ftp://site.example/', 'ftp://site.example/', 'named.example'],
  ['/demo/', '/demo/', 'named.example'],
  ['*', '*', 'named.example'],
])('reads the path and the host of %s: %s at %s', (url, path, host) => {
  const request = { url, headers: { host: 'named.example' } };
  readAbsoluteUrl(request);
  expect(request).toEqual({ url: path, headers: { host } });
});
