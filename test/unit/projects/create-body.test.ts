import { expect, it } from 'vitest';
import { readCreateBody } from '../../../src/projects/create-body.ts';

it('names only some of very many unknown keys, because anybody may send them', () => {
  const unknown = Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`proj_name${index}`, 1]));
  expect(() => readCreateBody({ strict: true, ...unknown })).toThrow(/^(?!(.*There is no such key){21})/s);
  expect(() => readCreateBody({ strict: true, proj_name: 1 })).toThrow('Did you mean "project_name"?');
});
