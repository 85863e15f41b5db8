import { expect, it } from 'vitest';
import { jsonShape } from '../../../../../src/services/import/source/json-shape.ts';

it.each([
  ['5', 0, 0, 0, 0],
  ['{}', 1, 0, 0, 1],
  ['{"a":1,"b":{"c":2,"d":[3]}}', 3, 2, 4, 5],
  ['{"a:[{":"x:\\"[{:","b\\\\":":"}', 1, 2, 2, 2],
  ['[{"a":1}]', 2, 0, 1, 2],
  ['{"a":"[[[', 1, 1, 1, 1],
  [`${'['.repeat(1000)}`, 1000, 0, 0, 1000],
])('%s has %i levels, %i members, %i names and about %i values', (text, levels, members, names, values) => {
  expect(jsonShape(text)).toEqual({ levels, members, names, values });
});
