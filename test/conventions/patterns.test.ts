import { createContext, Script } from 'node:vm';
import { expect, it } from 'vitest';
import { patternsIn } from '../support/source-tokens.ts';
import { sourcesBelow } from '../support/sources.ts';

/** Long enough to reveal quadratic time. */
const LENGTH = 60_000;
/** Linear time takes a hundredth of this, even on a busy machine. */
const MAX_MS = 1_000;
const CHARACTERS = [...' \t\n\0-_.,:;=+*/\\\'"`<>()[]{}|!?&#%$@^~0aAfxé\u{1F600}'];

/** Where a regular expression is built from text, and why it cannot block the server. */
const MADE: Readonly<Record<string, string>> = {
  'dialects/mysql/changes.ts': 'is made of constants',
  'shared/json-value.ts': 'is made of constants, and its own tests see that its time grows with the text',
  'shared/plain-name.ts': 'is made of constants',
  'scim/filter/tokens.ts': 'is a copy of one that is written there',
  'patterns/engines/backtracking.ts': 'is only compiled, never run',
  'patterns/engines/worker-pool.ts': 'runs in a worker with a deadline',
};

const patterns = sourcesBelow().flatMap(({ path, text }) => patternsIn(text).map((pattern) => ({ path, pattern })));

it('every regular expression in the source runs in time linear in the text', () => {
  expect(patterns.length).toBeGreaterThan(150);
  const slow = patterns.filter(({ pattern }) => hasRepetition(pattern) && isSlow(pattern));
  expect(slow.map(({ path, pattern }) => `${path}: ${pattern}`)).toEqual([]);
}, 300_000);

it('a regular expression built from text runs where it blocks nothing else', () => {
  const making = sourcesBelow().filter(({ text }) => /\bnew RegExp\(/.test(text));
  expect(making.map(({ path }) => path).sort()).toEqual(Object.keys(MADE).sort());
});

it.each([/^(a+)+$/, /\s+$/, /<[^>]*>/, /[ \t]*\n/, /[A-Z\s]*={0,2}$/])('one that is slow is found: %s', (pattern) =>
  expect(isSlow(pattern)).toBe(true),
);

it.each([/^\s+/, /a[^b]{0,50}c/, /^[\w.]{1,100}@/])('a fast one is not reported: %s', (pattern) =>
  expect(isSlow(pattern)).toBe(false),
);

function hasRepetition({ source }: RegExp): boolean {
  return /[*+]|\{\d+,\}|\{\d+,\d{3,}\}/.test(source);
}

/**
 * Whether a long text of one or two repeated characters takes too long. If the pattern has a fixed beginning, the text
 * starts with it.
 */
function isSlow(pattern: RegExp): boolean {
  const ownLetters = [...new Set(pattern.source.replace(/\\[a-z]/gi, ''))].filter(
    (letter) => !CHARACTERS.includes(letter),
  );
  const letters = [...CHARACTERS, ...ownLetters];
  const start = literalStart(pattern);
  const begun = start === '' ? [] : letters.map((letter) => start + letter.repeat(LENGTH));
  const repeated = repeatedParts(pattern).map((part) => part.repeat(Math.ceil(LENGTH / part.length)));
  const texts = [...letters.map((letter) => letter.repeat(LENGTH)), ...begun, ...repeated];
  // A busy machine may delay one run; a slow pattern is slow every time.
  return texts.some((text) => [1, 2, 3].every(() => takesLong(pattern, `${text}\u0001`)));
}

/** The letters that a pattern begins with. */
const literalStart = ({ source }: RegExp): string =>
  /^\^?((?:[\w <"'&{=/-]|\\\/|\\\{)*)/.exec(source)?.[1]?.replaceAll('\\', '') ?? '';

/** Pieces of the pattern's own letters, because alternating two of them may make it slow. */
function repeatedParts(pattern: RegExp): string[] {
  const own = [...new Set(pattern.source.replace(/\\[a-zA-Z]|[\\^$*+?()[\]{}|]/g, ''))].slice(0, 12);
  const start = literalStart(pattern);
  const words = pattern.source.match(/[a-z]{2,20}/g) ?? [];
  const begun = [...words.slice(0, 6).map((word) => start + word), ...(start === '' ? [] : [start, `${start} `])];
  return [...own.flatMap((one) => own.map((other) => one + other)), ...begun];
}

const search = { pattern: /(?:)/, text: '' };
const context = createContext(search);
const replacing = new Script('pattern.lastIndex = 0; text.replace(pattern, "")');

function takesLong(pattern: RegExp, text: string): boolean {
  Object.assign(search, { pattern, text });
  try {
    replacing.runInContext(context, { timeout: MAX_MS });
    return false;
  } catch {
    return true;
  }
}
