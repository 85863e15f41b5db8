import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveDate } from '../src/list/filter/dates.ts';
import { condition, type Expression, join, withPart } from '../src/list/filter/expression.ts';
import { operatorNames } from '../src/list/filter/operators.ts';
import { FilterError, parseFilter } from '../src/list/filter/parse.ts';
import { printFilter } from '../src/list/filter/print.ts';
import { serverFilter } from '../src/list/filter/server.ts';

const path = fc.stringMatching(/^[\p{L}_][^`]{0,12}$/u);
const conditions = fc
  .tuple(
    path,
    fc.constantFrom(...operatorNames),
    fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 }),
  )
  .map(([name, operator, values]) => condition(name, operator, values));

const { tree } = fc.letrec<{ tree: Expression; group: Expression }>((tie) => ({
  tree: fc.oneof({ depthSize: 'small' }, conditions, tie('group')),
  group: fc
    .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 1, maxLength: 4 }))
    .map(([kind, of]) => join(kind, of) as Expression),
}));

it('reads every filter that it writes', () => {
  fc.assert(
    fc.property(tree, (expression) => {
      expect(parseFilter(printFilter(expression))).toEqual(expression);
    }),
  );
});

it('ends every text in a filter or in an error with a place in it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseFilter(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FilterError);
        expect((error as FilterError).from).toBeLessThanOrEqual(text.length);
      }
    }),
  );
});

it.each([
  [
    'status != deleted and author.city = "Valencia" and minutes >= 4',
    { status: [{ neq: 'deleted' }], 'author.city': [{ eq: 'Valencia' }], minutes: [{ gte: '4' }] },
  ],
  [
    'minutes between 3 and 5 and title contains sea',
    { minutes: [{ between: ['3', '5'] }], title: [{ contains: 'sea' }] },
  ],
  ['tags has at least 2', { tags: [{ has: '2' }] }],
  ['id in (1, 2)', { id: [{ in: ['1', '2'] }] }],
  [
    'a = 1 and (b = 2 or c is null)',
    [
      { a: [{ eq: '1' }], b: [{ eq: '2' }] },
      { a: [{ eq: '1' }], c: [{ null: true }] },
    ],
  ],
])('sends %s as the API has it', (text, sent) => {
  expect(serverFilter(parseFilter(text))).toEqual(sent);
});

it.each([
  ['', null],
  ['title', 'operator'],
  ['title = ', 'value'],
  ['(title = a', 'close'],
  ['title = a b', 'joint'],
  ['title = "a', 'quote'],
  ['and', 'field'],
  ['minutes between 1', 'comma'],
])('says what %s lacks', (text, expected) => {
  const found = ((): unknown => {
    try {
      return parseFilter(text);
    } catch (error) {
      return (error as FilterError).expected;
    }
  })();
  expect(found).toBe(expected);
});

describe('changing a part', () => {
  it('leaves no group of one behind', () => {
    const filter = parseFilter('a = 1 and (b = 2 or c = 3)') as Expression;
    expect(printFilter(withPart(filter, [1, 0], null))).toBe('a = 1 and c = 3');
    expect(printFilter(withPart(filter, [1], null))).toBe('a = 1');
  });
});

it.each([
  ['today', '2026-11-22'],
  ['today-7d', '2026-11-15'],
  ['today-1m', '2026-10-22'],
  ['now-2h', '2026-11-22 10:00:00'],
  ['2026-01-01', '2026-01-01'],
])('counts %s from now', (value, sent) => {
  expect(resolveDate(value, new Date('2026-11-22T12:00:00'), true)).toBe(sent);
});
