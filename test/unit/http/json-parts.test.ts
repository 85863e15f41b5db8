import { describe, expect, it } from 'vitest';
import { JsonLimits } from '../../../src/http/json-limits.ts';
import { parseInParts } from '../../../src/http/json-parts.ts';

const PIECE = 1_000;

/** The parsed value of a body that arrives in pieces. */
function parsed(json: string): Promise<unknown> {
  const limits = new JsonLimits();
  const bytes = Buffer.from(json);
  for (let at = 0; at < bytes.length; at += PIECE) limits.add(bytes.subarray(at, at + PIECE));
  return parseInParts(bytes, limits.cuts);
}

const LONG = 'é,]"\\[{'.repeat(10_000);

describe('JSON that is parsed in parts', () => {
  it.each([
    ['a list of long items', [{ a: LONG, b: [1, [2, LONG]] }, LONG, [LONG, { c: null }], 4]],
    ['a list of many items', Array.from({ length: 100_000 }, (_, index) => ({ index }))],
    ['a list with one long item', [LONG]],
    ['an object with long lists', { a: Array(30_000).fill('é'), b: Array(30_000).fill([1]) }],
    ['a long text', LONG],
    ['an empty list', []],
  ])('is the same as when it is parsed at once: %s', async (_, value) => {
    expect(await parsed(JSON.stringify(value))).toEqual(value);
    expect(await parsed(`\uFEFF${JSON.stringify(value, null, 2)}\n`)).toEqual(value);
  });

  it('is refused in another encoding than UTF-8, wherever that shows', async () => {
    for (const before of [0, 70_000, 200_000]) {
      const latin = Buffer.from(`[${'1,'.repeat(before)}"\xe9",2]`, 'latin1');
      const limits = new JsonLimits();
      limits.add(latin);
      await expect(parseInParts(latin, limits.cuts), `${before} values`).rejects.toThrow(TypeError);
    }
  });

  it.each([
    ['a comma at the end', `["${LONG.length}",${' '.repeat(70_000)},"a",]`],
    ['a comma after blanks', `[${' '.repeat(70_000)},"a"]`],
    ['two commas', `["a"${' '.repeat(70_000)},${' '.repeat(70_000)},"a"]`],
    ['a comma and then nothing', `["a"${' '.repeat(70_000)},${' '.repeat(70_000)}]`],
    ['an item that is not closed', `[{"a":1,${' '.repeat(70_000)}],"b"${' '.repeat(70_000)},1]`],
    ['two lists', `[1,2${' '.repeat(70_000)},3],[4${' '.repeat(70_000)},5]`],
    ['no end', `["a"${' '.repeat(70_000)},"b"`],
    ['two ends', `["a"${' '.repeat(70_000)},"b"]]`],
  ])('is refused for %s', async (_, text) => {
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await expect(parsed(text)).rejects.toThrow(SyntaxError);
  });
});
