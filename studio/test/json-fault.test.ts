import { describe, expect, it } from 'vitest';
import { faultIn } from '../src/editors/code/json-fault.ts';
import { parseJson } from '../src/editors/code/json-text.ts';

describe('a document of JSON', () => {
  it.each([
    ['{"a": 1,\n  b\n}', 'b'],
    ['{"a": 1 "b": 2}', '"b"'],
    ['[1, 2,]', ']'],
    ['{"a": 1,}', '}'],
    ['{"a" 1}', '1'],
    ['[01]', '01'],
    ['[1.]', '1.]'],
    ['[tru]', 'tru'],
    ['["\\x"]', '"\\x"'],
    ['"a\nb"', '"a'],
    ['[1}', '}'],
    ['{} {}', '{}'],
    ['{"a": ]}', ']'],
    [']', ']'],
    ['{1: 2}', '1'],
    ['The river', 'The'],
  ])('%j has its fault at %s', (text, at) => {
    expect(faultIn(text)).toBe(text.lastIndexOf(at));
  });

  it.each(['', '[', '{"a"', '{"a":', '[1,', '{"a": [1'])('%j lacks more', (text) => {
    expect(faultIn(text)).toBe(text.length);
  });

  it.each(['{}', '[]', ' [1, -0.5e+7, "\\u00e9\\"", true, null, {"a": [{}]}] ', '"x"', '7'])('%s has none', (text) => {
    expect(faultIn(text)).toBe(text.length);
    expect(parseJson(text)).toEqual({ kind: 'value', value: JSON.parse(text) });
  });

  it('says line and column', () => {
    expect(parseJson('{\n  "a": 1,\n  b\n}')).toEqual({ kind: 'fault', line: 3, column: 3 });
  });

  it('finds the fault at the end of much', () => {
    const text = `[${'{"a": "b\\n", "c": [1, 2]},\n'.repeat(20_000)}`;
    const from = performance.now();
    expect(faultIn(`${text}!`)).toBe(text.length);
    expect(performance.now() - from).toBeLessThan(2000);
  });
});
