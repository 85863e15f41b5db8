import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonOf } from '../../../src/shared/json-value.ts';
import { manyRuns } from '../../support/battery.ts';

it('values have the text that JSON.stringify gives them', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  const unpaired = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  const value = fc.oneof(text, unpaired, fc.double(), fc.maxSafeInteger(), fc.jsonValue(), fc.constant(undefined));
  fc.assert(
    fc.property(value, (given) => {
      expect(jsonOf(given)).toBe(JSON.stringify(given));
    }),
    manyRuns(5_000),
  );
});

it('characters that JSON escapes are escaped, wherever they are', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (jsonOf(text) !== JSON.stringify(text)) expect.fail(`U+${code.toString(16)} is written as ${jsonOf(text)}`);
  }
});

it('an escaped character is found at each position of a text of any length', () => {
  const text = 'abcdefghijklmnopqrst';
  for (let length = 0; length <= text.length; length++)
    for (let at = 0; at <= length; at++)
      for (const escaped of ['', '\n', '"', '\ud800', '\u{1f600}']) {
        const given = text.slice(0, at) + escaped + text.slice(at, length);
        expect(jsonOf(given)).toBe(JSON.stringify(given));
      }
});

it('a text of a megabyte that ends in an escaped character is scanned in one pass', () => {
  const given = `${'plain text '.repeat(100_000)}"`;
  expect(jsonOf(given)).toBe(JSON.stringify(given));
});
