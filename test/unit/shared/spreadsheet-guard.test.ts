import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded, guardedPieces, unguarded } from '../../../src/shared/spreadsheet-guard.ts';
import { manyRuns } from '../../support/battery.ts';

describe('the text of a cell', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ["'=1+1", "''=1+1"],
    ['x;=1+1', "x;'=1+1"],
    ['x;"=1+1";y', `x;'"=1+1";y`],
    ['x; @SUM(A1)', "x;' @SUM(A1)"],
    ['x\n=1+1', "x\n'=1+1"],
    ['x\t＝1+1', "x\t'＝1+1"],
    ["x;-cmd|' /C calc'!A0", "x;'-cmd|' /C calc'!A0"],
    ['x;+SUM(A1)', "x;'+SUM(A1)"],
    ["x;'=1+1", "x;''=1+1"],
  ])('%j has apostrophes before formulas: %j', (text, cell) => {
    expect(guarded(text)).toBe(cell);
    expect(unguarded(cell)).toBe(text);
  });

  it.each(['', '-1.5', '+49', "it's", "'", "x;'y", 'x,=1', 'a=b;c', 'Some:\n- one\n+ two', '2;-1'])(
    '%j stays as it is',
    (text) => {
      expect(guarded(text)).toBe(text);
      expect(unguarded(text)).toBe(text);
    },
  );

  it('is the same if it arrives in pieces', () => {
    const sign = fc.constantFrom(...'=+-@＝\'";\t\r\n (!1.x');
    const pieces = fc.array(fc.string({ unit: sign, maxLength: 4 }), { maxLength: 8 });
    const property = fc.property(pieces, (parts) => {
      const whole = ['[', ...parts];
      expect([...guardedPieces(whole)].join('')).toBe(guarded(whole.join('')));
    });
    fc.assert(property, manyRuns(2_000));
  });

  it('can be restored, whatever it is', () => {
    const sign = fc.constantFrom(...'=+-@＝\'";\t\r\n (!1.x');
    const text = fc.string({ unit: sign, maxLength: 12 });
    const property = fc.property(text, (value) => {
      expect(unguarded(guarded(value))).toBe(value);
    });
    fc.assert(property, manyRuns(2_000));
  });
});
