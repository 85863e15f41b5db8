import { expect, it } from 'vitest';
import { keysFrom } from '../../../../src/dialects/mysql/inserted-keys.ts';

it("keys are counted from the first, in the server's increment", () => {
  expect(keysFrom(7, 1, 1)).toEqual([7]);
  expect(keysFrom(7, 3, 1)).toEqual([7, 8, 9]);
  expect(keysFrom(7, 3, 2)).toEqual([7, 9, 11]);
  expect(keysFrom('9007199254740993', 2, 3)).toEqual(['9007199254740993', '9007199254740996']);
});

it('there are none if the server returned none', () => {
  expect(keysFrom(0, 4, 1)).toEqual([]);
});
