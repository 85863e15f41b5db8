import { describe, expect, it } from 'vitest';
import { matchesInBounds, needsWorker, refusePattern } from '../../../src/patterns/pattern.ts';
import { busyMs } from '../../support/busy-time.ts';
import { longestPause } from '../../support/longest-pause.ts';

const NBSP = '\u00a0';

describe('a pattern has the same meaning as in PHP', () => {
  it.each([
    ['/^a$/', ['a', 'a\n'], ['a\n\n', 'ab']],
    ['/^a$/D', ['a'], ['a\n']],
    ['/^a\\Z/', ['a', 'a\n'], ['ab']],
    ['/\\Aa\\z/', ['a'], ['a\n']],
    ['/^a$/m', ['b\na', 'a\nb'], ['ab']],
    ['/^.$/', ['\r', '\u2028', 'é'], ['\n', '']],
    ['/^.$/s', ['\n'], ['ab']],
    ['/^\\h+$/', [' \t', NBSP], ['h', '\n']],
    ['/^\\H$/', ['h'], [' ']],
    ['/^\\v$/', ['\n', '\u000b', '\u2028'], ['v', ' ']],
    ['/^\\s$/', [' ', '\u000b'], [NBSP]],
    ['/^\\s$/u', [' ', NBSP, '\u2003'], ['s']],
    ['/^\\w+$/', ['abc_1'], ['é']],
    ['/^\\w+$/u', ['é', 'привет', 'a_1'], ['a-b', 'a b']],
    ['/^[\\w-]+$/u', ['é-é'], ['é é']],
    ['/^\\W$/u', ['-'], ['é']],
    ['/^\\d+$/u', ['1', '\u0663'], ['a']],
    ['/\\bé\\b/u', ['an é here'], ['café']],
    ['/\\bcat\\b/', ['a cat'], ['concat']],
    ['/^[[:alpha:]]+$/', ['abc'], ['a1']],
    ['/^[]a]+$/', [']a'], ['b']],
    ['/^[^]a]+$/', ['b'], [']']],
    ['/^[a\\-z]+$/', ['-'], ['b']],
    ['/^[a-]+$/', ['a-'], ['b']],
    ['/^[[a]+$/', ['[a'], ['b']],
    ['/^a{2}$/', ['aa'], ['a']],
    ['/^a{,2}$/', ['a{,2}'], ['aa']],
    ['/^\\x41\\x{42}\\103?$/', ['AB'], ['ab']],
    ['/^\\Qa.b\\E$/', ['a.b'], ['axb']],
    ['/^(?:a|b)(?#note)c$/', ['ac'], ['c']],
    ['#^a/b\\#$#', ['a/b#'], ['ab']],
    ['{^a$}i', ['A'], ['b']],
    ['/^\\p{Lu}\\p{Greek}$/u', ['Aα'], ['aα']],
    ['/^(?!a)\\p{Greek}$/u', ['α'], ['a']],
    ["/^(?'x'[a-z])\\k{x}$/", ['aa'], ['ab']],
    ['/^(a)\\1$/i', ['aA'], ['ab']],
    ['/^(?:a{2}[}{3]){999}$/', ['aa}'.repeat(999)], ['aa}'.repeat(998)]],
    ['/^(?:[a-z]{2,}\\{3){999,}$/', ['ab{3'.repeat(1001)], ['ab{3'.repeat(998)]],
  ])('%s', async (pattern, good, bad) => {
    expect(() => refusePattern('field', pattern)).not.toThrow();
    for (const text of good)
      expect([text, await matchesInBounds('p', { field: 'field', pattern, text })]).toEqual([text, true]);
    for (const text of bad)
      expect([text, await matchesInBounds('p', { field: 'field', pattern, text })]).toEqual([text, false]);
  });

  it.each([
    ['/^a++$/', 'the possessive quantifier "++"'],
    ['/^a{2}+$/', 'the possessive quantifier "{2}+"'],
    ['/^(?>a)b$/', 'the group "(?>a"'],
    ['/^(?|a|b)$/', 'the group "(?|a"'],
    ['/^(?R)$/', 'the group "(?R)"'],
    ['/^(?(1)a)$/', 'the group "(?(1"'],
    ['/^(?s)a$/', 'the group "(?s)"'],
    ['/^(*FAIL)$/', 'a verb "(*"'],
    ['/^a$/x', 'the modifier "x"'],
    ['/^a$/U', 'the modifier "U"'],
    ['/^a$/A', 'the modifier "A"'],
    ['/^a\\R$/', '"\\R"'],
    ['/^\\X$/', '"\\X"'],
    ['/^a\\Kb$/', '"\\K"'],
    ['/^\\Ga$/', '"\\G"'],
    ['/^\\y$/', '"\\y"'],
    ['/^[\\W]$/u', '"\\W" in brackets, with the modifier "u"'],
    ['/^[[:alpha:]]$/u', '"[:alpha:]", with the modifier "u"'],
    ['/^[a$/', '"[" without "]"'],
  ])('or is refused when it is saved, with what it uses: %s', (pattern, construct) => {
    expect(() => refusePattern('field', pattern)).toThrow(`the validation uses ${construct}, which`);
  });

  it.each(['no delimiters', '/(/', '/a', 'aba', '/a**/', `/${'a'.repeat(600)}/`])(
    'or is refused as not being a pattern: %s',
    (pattern) => expect(() => refusePattern('field', pattern)).toThrow('invalid regular expression'),
  );
});

describe('a long text', () => {
  it('is searched outside the event loop, by either engine', async () => {
    for (const pattern of ['/^a+$/', '/^(?!b)a+$/']) {
      const answer = matchesInBounds('p', { field: 'field', pattern, text: 'a'.repeat(10_000) });
      expect(answer).toBeInstanceOf(Promise);
      expect(await answer).toBe(true);
    }
  });

  it('does not block the server, whatever its length', async () => {
    const begun = busyMs();
    const answer = matchesInBounds('p', { field: 'field', pattern: '/^(a|b|ab)*c$/', text: 'ab'.repeat(4_000_000) });
    expect(busyMs() - begun).toBeLessThan(1_000);
    await expect(answer).rejects.toThrow('takes too long');
  });
});

describe('a slow pattern', () => {
  it('of one project does not delay the searches of another', { timeout: 30_000 }, async () => {
    const slow = { field: 'field', pattern: '/^(?!b)(a|aa)+$/', text: `${'a'.repeat(50)}b` };
    let left = 40;
    const others = Array.from({ length: left }, () => matchesInBounds('slow', slow).catch(() => left--));
    expect(await matchesInBounds('p', { field: 'field', pattern: '/^(?!b)a+$/', text: 'aaa' })).toBe(true);
    expect(left).toBeGreaterThan(20);
    await Promise.all(others);
  });
});

describe('a large pattern', () => {
  it.each([
    ['repetitions within repetitions', `/${'((a?){31}){31}'.repeat(30)}x/`],
    ['repetitions that may be left out', `/${'(a?){999}'.repeat(50)}x/`],
    ['long repetitions to choose from', `/${Array(40).fill('.{999}').join('x|')}x/`],
  ])('with %s holds nobody up', async (_, pattern) => {
    const search = async (text: string): Promise<void> => {
      refusePattern('field', pattern);
      await matchesInBounds('p', { field: 'field', pattern, text }).catch(() => {});
    };
    for (const text of ['a'.repeat(2_000), 'a'.repeat(20), 'é'.repeat(100_000)])
      expect(await longestPause(() => search(text))).toBeLessThan(400);
  });

  it.each([
    ['/^[a-z0-9-]{1,64}$/', 100, false],
    ['/^[^@]+@[^@]+$/', 250, false],
    ['/^[^@]+@[^@]+$/', 20_000, true],
    ['/^.{1,500}$/', 500, true],
  ])('and a long text are left to a worker: %s, %i characters: %s', (pattern, length, expected) => {
    expect(needsWorker(pattern, 'a'.repeat(length))).toBe(expected);
  });
});
