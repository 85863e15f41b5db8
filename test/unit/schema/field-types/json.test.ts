import fc from 'fast-check';
import { expect, it } from 'vitest';
import { json } from '../../../../src/schema/field-types/json.ts';
import { busyMs } from '../../../support/busy-time.ts';

/** The result of a reviver. */
const asList = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0 ? [] : value;

it('reads empty objects as empty lists, at any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      const text = JSON.stringify(value);
      expect(json.read?.(text)).toEqual(JSON.parse(text, asList));
    }),
  );
});

it.each(['{}', ' { } ', '[{},[{}]]', '{"a":{"b":{}}}', '{"__proto__":{}}', '{"a":1,"a":{}}'])('reads %s', (text) => {
  expect(JSON.stringify(json.read?.(text))).toBe(JSON.stringify(JSON.parse(text, asList)));
});

it('reads text that is not JSON as null', () => {
  expect(['{', '', 'x{}', '{}{}'].map((text) => json.read?.(text))).toEqual([null, null, null, null]);
});

it('reads objects of any depth', () => {
  const depth = 100_000;
  expect(json.read?.(`${'[{},'.repeat(depth)}1${']'.repeat(depth)}`)).toBeInstanceOf(Array);
});

it('reads a long list with an empty object in little more time than one without', () => {
  const items = Array.from({ length: 900_000 }, () => '1').join();
  const began = busyMs();
  json.read?.(`[{},${items}]`);
  expect(busyMs() - began).toBeLessThan(100);
});
