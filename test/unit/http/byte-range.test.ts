import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRange } from '../../../src/http/byte-range.ts';
import { manyRuns } from '../../support/battery.ts';

describe('a Range header', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=50-999', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-5', null],
    ['bytes=0-1,5-6', null],
    ['bytes=-', null],
    ['bytes=a-b', null],
    ['lines=0-5', null],
    [undefined, null],
  ])('%s of 100 bytes is %j', (header, expected) => {
    expect(parseRange(header, 100)).toEqual(expected);
  });

  it('never requests anything of an empty file', () => {
    expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
  });

  it('stays inside the file, whatever is requested', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.nat({ max: 10_000 }), (from, to, size) => {
        const range = parseRange(`bytes=${from}-${to}`, size);
        if (range === null || range === 'unsatisfiable') return;
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeLessThan(size);
        expect(range.start).toBeLessThanOrEqual(range.end);
      }),
      manyRuns(),
    );
  });
});
