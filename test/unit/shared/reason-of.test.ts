import { expect, it } from 'vitest';
import { reasonOf } from '../../../src/shared/reason-of.ts';

it.each([
  ['the message', new Error('no disk'), 'no disk'],
  ['the message of the last cause', new Error('a', { cause: new Error('b', { cause: new Error('c') }) }), 'c'],
  ['the first of several causes', new AggregateError([new Error('refused'), new Error('no route')]), 'refused'],
  ['one line', new Error('two\n  lines'), 'two lines'],
])('the reason of an error is %s', (_what, error, reason) => {
  expect(reasonOf(error)).toBe(reason);
});
