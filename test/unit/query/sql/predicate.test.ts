import { expect, it } from 'vitest';
import { operatorNamed } from '../../../../src/query/operators.ts';
import type { Predicate } from '../../../../src/query/plan/plan.ts';
import { Aliases } from '../../../../src/query/sql/columns.ts';
import { lower } from '../../../../src/query/sql/predicate.ts';
import { libraryCollection } from '../../../golden/library.ts';

const pages = libraryCollection('pages');
const title = pages.byName.get('title');
if (!title) throw new Error('pages have no title');
const condition = { path: ['title'], operator: operatorNamed('contains'), first: 0, count: 1, or: false } as const;
const contains: Predicate = { type: 'condition', field: title, condition: { ...condition, form: 'word' } };
const lowered = (predicate: Predicate): string => JSON.stringify(lower(predicate, 't0', new Aliases(), pages));

it.each<[string, Predicate, boolean]>([
  ['a condition', contains, true],
  ['one of several that all hold', { type: 'and', of: [contains, { type: 'constant', value: true }] }, true],
  ['alternatives that are all found', { type: 'or', of: [contains, contains] }, true],
  ['an alternative to something else', { type: 'or', of: [contains, { type: 'constant', value: true }] }, false],
  // A null title satisfies neither; a search by key that does not find it would make the negation true.
  ['a condition that is not to hold', { type: 'not', of: contains }, false],
  [
    'a rule, whose text may stand for another',
    { ...contains, condition: { ...condition, form: 'word', own: ['$me'] } },
    false,
  ],
])('a text index bounds %s, or not', (_what, predicate, isBounded) => {
  expect(lowered(predicate).includes('"among"')).toBe(isBounded);
});
