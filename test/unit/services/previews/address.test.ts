import { expect, it } from 'vitest';
import { fieldsIn, filled, originOf } from '../../../../src/services/previews/address.ts';

it.each([
  ['https://www.example.com/{{token}}', 'https://www.example.com'],
  ['https://WWW.example.com:8443?x={{token}}', 'https://www.example.com:8443'],
  ['http://localhost:3000/{{token}}', 'http://localhost:3000'],
  ['http://127.0.0.1/{{token}}', 'http://127.0.0.1'],
])('%s is shown from %s', (address, origin) => {
  expect(originOf(address)).toBe(origin);
});

it.each([
  'http://www.example.com/',
  'http://127.0.0.1.example.com/',
  'https://user@www.example.com/',
  'https://www.example.com@evil.example/',
  'https://{{slug}}/',
  'https://a.example;script-src *',
  'https://a.example, https://b.example',
  'https:\\\\a.example',
  ' https://a.example/',
  'javascript:https://a.example/',
  'blob:https://a.example/',
  'https://a.example:99999/',
  'https://',
])('%s is shown from nowhere', (address) => {
  expect(originOf(address)).toBeNull();
});

it('fills in values as parts of a URL, and nothing for missing ones', () => {
  const address = 'https://a.example/{{slug}}/{{ lang }}?t={{token}}&{{constructor}}';
  expect(fieldsIn(address)).toEqual(['slug', 'lang', 'constructor']);
  const values = new Map([
    ['slug', '../x?y#z'],
    ['token', 'a.b.c'],
  ]);
  expect(filled(address, values)).toBe('https://a.example/..%2Fx%3Fy%23z/?t=a.b.c&');
  expect(filled('https://a.example/{{x}}', new Map([['x', 'a\ud800b']]))).toBe('https://a.example/ab');
});

it('does not replace placeholders within values', () => {
  const values = new Map([
    ['slug', '{{token}}'],
    ['token', 'secret'],
  ]);
  expect(filled('https://a.example/{{slug}}', values)).not.toContain('secret');
});
