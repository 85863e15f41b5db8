import { expect, it } from 'vitest';
import { setOwn } from '../../../src/shared/set-own.ts';

it.each(['__proto__', 'constructor', 'name'])('sets an own property: %s', (name) => {
  const object = {};
  setOwn(object, name, { admin: true });
  expect(Object.entries(object)).toEqual([[name, { admin: true }]]);
  expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
});
