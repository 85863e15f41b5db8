import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formOf, partsOf, trigramsOf } from '../../../src/query/text-form.ts';
import { manyRuns } from '../../support/battery.ts';

describe('the form of a search', () => {
  it.each([
    ['', false, 'short'],
    ['ab', false, 'short'],
    ['🎉🎉', false, 'short'],
    ['🎉🎉🎉', false, 'word'],
    ['a\0b', false, 'short'],
    ['abc', false, 'word'],
    ['12 3', false, 'long'],
    ['-1.5e+20', false, 'long'],
    ['2024-01-02 03:04', false, 'long'],
    ['infi', false, 'long'],
    ['NaN', false, 'long'],
    ['44 BC', false, 'long'],
    ['be', false, 'short'],
    ['bce', false, 'word'],
    ['2024-01-02T03', false, 'long'],
    ['tz2', false, 'word'],
    ['100%', false, 'word'],
    ['%ab_c%', true, 'short'],
    ['%ab%cde', true, 'word'],
    ['_123_', true, 'long'],
    ['x'.repeat(1001), false, 'long'],
  ])('of %j with wildcards %s is %s', (text, wildcards, form) => {
    expect(formOf(partsOf(text, wildcards))).toBe(form);
  });

  it('parses no more of a text than a search may have', () => {
    expect(partsOf('%'.repeat(1_000_000), true).length).toBeLessThan(1_100);
    expect(partsOf('x'.repeat(1_000_000), false).join('').length).toBeLessThan(1_100);
  });
});

describe('trigrams', () => {
  it('are three consecutive characters, of each part, once', () => {
    expect(trigramsOf(['banana', 'x', 'ban'])).toEqual(['ban', 'ana', 'nan']);
    expect(trigramsOf(['a🎉bc'])).toEqual(['a🎉b', '🎉bc']);
    expect(trigramsOf(['ab'])).toEqual([]);
  });

  it('are some of those of a long text, and exist for every text that is not short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const parts = partsOf(text, false);
        const trigrams = trigramsOf(parts);
        expect(trigrams.length).toBeLessThanOrEqual(16);
        expect(trigrams.length > 0).toBe(formOf(parts) !== 'short');
        for (const each of trigrams) expect(parts[0]).toContain(each);
      }),
      manyRuns(),
    );
  });
});
