import { expect, it } from 'vitest';
import { JsonLimits } from '../../../src/http/json-limits.ts';

/** Whether JSON is accepted when it arrives in pieces of this many bytes. */
function accepts(json: string, piece = json.length): boolean {
  const limits = new JsonLimits();
  const bytes = Buffer.from(json);
  try {
    for (let at = 0; at < bytes.length; at += piece) limits.add(bytes.subarray(at, at + piece));
    return true;
  } catch {
    return false;
  }
}

const nested = (levels: number, inner: string): string => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;
const PIECES = [1, 2, 3, 7, 1_000];

it.each([
  ['a plain text', '"text"'],
  ['brackets in a text', JSON.stringify('['.repeat(500))],
  ['an escaped quote before brackets', JSON.stringify(`"${'['.repeat(500)}`)],
  ['a backslash at the end of a text', `{"a":"\\\\","b":"${'['.repeat(500)}"}`],
  ['backslashes and a quote', `["\\\\\\"${'{'.repeat(500)}"]`],
  ['an empty text', `["","${'['.repeat(500)}",""]`],
  ['a hundred levels', nested(100, '1')],
])('accepts %s, however it arrives', (_, json) => {
  expect(() => JSON.parse(json)).not.toThrow();
  expect(PIECES.map((piece) => accepts(json, piece))).toEqual(PIECES.map(() => true));
});

it.each([
  ['levels', nested(101, '1')],
  ['levels after a text that ends with a backslash', `["\\\\",${nested(100, '1')}]`],
  ['levels after an escaped quote', `["\\"",${nested(100, '1')}]`],
  ['levels after an empty text', `["",${nested(100, '1')}]`],
])('refuses too many %s, however they arrive', (_, json) => {
  expect(PIECES.map((piece) => accepts(json, piece))).toEqual(PIECES.map(() => false));
});

it('counts values, and not the commas in texts', () => {
  expect(accepts(`[${'1,'.repeat(999_998)}1]`)).toBe(true);
  expect(accepts(`[${'1,'.repeat(1_000_000)}1]`)).toBe(false);
  expect(accepts(JSON.stringify(','.repeat(1_000_001)))).toBe(true);
});

it('counts the names of each item of a list separately, and not the colons in texts', () => {
  const object = (names: number): string => `{${Array(names).fill('"a":1').join()}}`;
  const nested = `{"json":[${object(25_000)},${object(24_999)}]}`;
  expect(accepts(`[${Array(3).fill(nested).join()}]`)).toBe(true);
  expect(accepts(`[{},${object(50_000)}]`)).toBe(true);
  expect(accepts(`[{},${object(50_001)}]`)).toBe(false);
  expect(accepts(`{"a":${nested},"b":${nested}}`)).toBe(false);
  expect(accepts(JSON.stringify({ text: ':'.repeat(50_001) }))).toBe(true);
});
