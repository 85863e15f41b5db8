import { describe, expect, it } from 'vitest';
import { zoneOffsets } from '../../../src/shared/zone-offsets.ts';

describe('the offsets of a time zone', () => {
  it('are those at which its clocks change, to the second', async () => {
    const offsets = await zoneOffsets('Europe/Madrid');
    const in2024 = offsets.filter(({ from }) => new Date(from).getUTCFullYear() === 2024);
    expect(in2024).toEqual([
      { from: Date.UTC(2024, 2, 31, 1), seconds: 7200 },
      { from: Date.UTC(2024, 9, 27, 1), seconds: 3600 },
    ]);
    expect(offsets[0]).toEqual({ from: Number.NEGATIVE_INFINITY, seconds: -884 });
  });

  it('may be multiples of a quarter of an hour', async () => {
    const lordHowe = await zoneOffsets('Australia/Lord_Howe');
    expect(new Set(lordHowe.slice(-4).map(({ seconds }) => seconds))).toEqual(new Set([37_800, 39_600]));
    expect((await zoneOffsets('Asia/Kathmandu')).at(-1)?.seconds).toBe(20_700);
  });

  it('are one in a zone without changes, and none for an unknown zone', async () => {
    expect(await zoneOffsets('UTC')).toEqual([{ from: Number.NEGATIVE_INFINITY, seconds: 0 }]);
    expect(() => zoneOffsets('Nowhere/At_All')).toThrow(RangeError);
  });
});
