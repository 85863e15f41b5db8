import { expect, it } from 'vitest';
import { readablePath } from '../../../src/http/readable-path.ts';

it.each([
  ['/a/b', '/a/b'],
  ['/a/%2C%C3%A9?q=%FF', '/a/%2C%C3%A9?q=%FF'],
  ['/a/%E0%A4%A', '/a/%25E0%25A4%25A'],
  ['/a/%FF%2C1/%C3%A9', '/a/%25FF%2C1/%C3%A9'],
  ['/a/100%?q=100%', '/a/100%25?q=100%'],
  ['/%zz/%', '/%25zz/%25'],
])('makes of %s what can be decoded: %s', (url, readable) => {
  expect(readablePath(url)).toBe(readable);
  expect(() => decodeURIComponent(readable.split('?')[0] ?? '')).not.toThrow();
});
