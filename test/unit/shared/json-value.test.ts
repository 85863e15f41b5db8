import fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonOf } from '../../../src/shared/json-value.ts';

it('values have the text that JSON.stringify gives them', () => {
  const text = fc.string({ unit: 'binary', maxLength: 200 });
  const unpaired = fc.string({ unit: fc.nat(0xffff).map((code) => String.fromCharCode(code)) });
  const value = fc.oneof(text, unpaired, fc.double(), fc.maxSafeInteger(), fc.jsonValue(), fc.constant(undefined));
  fc.assert(
    fc.property(value, (given) => {
      expect(jsonOf(given)).toBe(JSON.stringify(given));
    }),
    { numRuns: 5_000 },
  );
});

it('characters that JSON escapes are escaped, wherever they are', () => {
  for (let code = 0; code <= 0xffff; code++) {
    const text = `a${String.fromCharCode(code)}b`;
    if (jsonOf(text) !== JSON.stringify(text)) expect.fail(`U+${code.toString(16)} is written as ${jsonOf(text)}`);
  }
});
