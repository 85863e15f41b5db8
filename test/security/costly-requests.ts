import type { Asked } from '../support/held.ts';
import { COLLECTIONS } from './costly-project.ts';

type Name = (typeof COLLECTIONS)[number];

/** The fields of each collection that are relations, and those that are not. */
const LINKS: Readonly<Record<Name, Readonly<Record<string, Name>>>> = {
  authors: { posts: 'posts' },
  posts: { author: 'authors', tags: 'posts_tags' },
  tags: { posts: 'posts_tags' },
  posts_tags: { post: 'posts', tag: 'tags' },
};
const VALUES: Readonly<Record<Name, readonly string[]>> = {
  authors: ['id', 'name'],
  posts: ['id', 'title', 'body', 'owner'],
  tags: ['id', 'name'],
  posts_tags: ['id'],
};
const OPERATORS = [
  'eq',
  'neq',
  'contains',
  'ncontains',
  'rlike',
  'in',
  'nin',
  'null',
  'nnull',
  'between',
  'empty',
  'lt',
];
const MANY = ['has', 'nhas', 'null', 'nnull', 'all', 'in'];
const TEXTS = ['x', '1', 'title 7', '%_%_o', '5,6,7', 'some words of a body', ''];
const LIMITS = ['-1', '20', '500', '2000', '100000'];
const LEVELS = 7;

/** Pseudo-random numbers below a bound; the same seed gives the same numbers. */
class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(bound: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * bound);
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }

  times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most) + 1 }, make);
  }
}

/** An endless sequence of requests of all kinds, as some callers may send them. */
export function* requests(seed: number, tokens: readonly (string | undefined)[]): Generator<Asked, never> {
  const chance = new Chance(seed);
  for (;;) {
    const token = chance.of(tokens);
    const asked = chance.below(3) === 0 ? { path: '/gql', document: documentOf(chance) } : { path: listOf(chance) };
    yield { ...asked, ...(token !== undefined && { token }) };
  }
}

function listOf(chance: Chance): string {
  const collection = chance.of(COLLECTIONS);
  const filters = chance.times(chance.of([1, 3, 40]), () => filterOf(chance, collection));
  const parts = [
    ...(chance.below(2) ? filters : []),
    ...(chance.below(2) ? [`fields=${chance.times(4, () => fieldOf(chance, collection)).join(',')}`] : []),
    ...(chance.below(3) ? [`limit=${chance.of(LIMITS)}`] : []),
    ...(chance.below(3) ? [] : [`sort=${chance.of(VALUES[collection])},-${chance.of(VALUES[collection])}`]),
    ...(chance.below(4) ? [] : [`q=${chance.of(TEXTS)}`]),
    ...(chance.below(3) ? [] : [`meta=${chance.of(['*', 'filter_count', 'result_count', 'cursor'])}`]),
    ...(chance.below(8) ? [] : [`export=${chance.of(['csv', 'json', 'xml'])}`]),
    ...(chance.below(6) ? [] : [`offset=${chance.below(5000)}`]),
  ];
  return `/items/${collection}?${parts.join('&')}`;
}

/** A path through relations that ends with one of some fields of the last collection. */
function pathOf(chance: Chance, from: Name, last: (collection: Name) => readonly string[]): string[] {
  const path: string[] = [];
  let here = from;
  for (let level = chance.below(LEVELS); level > 0; level--) {
    const link = chance.of(Object.keys(LINKS[here]));
    path.push(link);
    here = LINKS[here][link] ?? here;
  }
  return [...path, chance.of(last(here))];
}

function filterOf(chance: Chance, collection: Name): string {
  const path = pathOf(chance, collection, (name) => [...VALUES[name], ...Object.keys(LINKS[name])]);
  const toMany = ['posts', 'tags'].includes(path.at(-1) ?? '');
  const or = chance.below(3) ? '' : `&filter[${path.join('.')}][logical]=or`;
  return `filter[${path.join('.')}][${chance.of(toMany ? MANY : OPERATORS)}]=${encodeURIComponent(chance.of(TEXTS))}${or}`;
}

const fieldOf = (chance: Chance, collection: Name): string =>
  pathOf(chance, collection, (name) => ['*', ...VALUES[name]]).join('.');

function documentOf(chance: Chance): string {
  const roots = chance.times(chance.of([1, 3, 20]), () => chance.of(COLLECTIONS));
  const read = (root: Name, index: number): string =>
    `r${index}: ${root}(limit: ${chance.of(['-1', '20', '500', '3000'])}) { data { ${selectionOf(chance, root, 4)} } }`;
  return `{ ${roots.map(read).join(' ')} }`;
}

function selectionOf(chance: Chance, collection: Name, levels: number): string {
  const values = chance.times(3, () => chance.of(VALUES[collection]));
  const links = levels > 0 && chance.below(3) ? chance.times(2, () => chance.of(Object.keys(LINKS[collection]))) : [];
  const below = links.map((link, index) => {
    const target = LINKS[collection][link] ?? collection;
    return `l${levels}${index}${link}: ${link} { ${selectionOf(chance, target, levels - 1)} }`;
  });
  return [...new Set(values), ...below].join(' ').replace('owner', 'owner { id }');
}
