import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { Hashed } from '../../../../../src/query/plan/write/hashed.ts';

const PLAIN = 'Erin-Secret-1';
const value = new Hashed(PLAIN, 'hash-of-it');

it('a hashed value gives its plain value and its hash to code that stores or checks it', () => {
  expect([value.plain, value.hash]).toEqual([PLAIN, 'hash-of-it']);
});

it.each([
  ['JSON', () => JSON.stringify({ password: value, list: [value] })],
  ['a look at it', () => inspect({ password: value }, { depth: 9, showHidden: true })],
  ['its properties', () => JSON.stringify([Object.entries(value), { ...value }, structuredClone({ ...value })])],
])('%s shows nothing of it', (_name, text) => {
  expect(text()).not.toMatch(/Erin-Secret|hash-of-it/);
});

it('is omitted from JSON rather than replaced by something that could be hashed instead', () => {
  expect(JSON.parse(JSON.stringify({ password: value }))).toEqual({});
});

it.each([
  ['text', () => String(value)],
  ['a part of a text', () => `${value as unknown as string}`],
  ['a number', () => Number(value)],
])('cannot be made %s', (_name, convert) => {
  expect(convert).toThrow(TypeError);
});
