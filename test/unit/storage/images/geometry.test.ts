import { describe, expect, it } from 'vitest';
import { resultSize } from '../../../../src/storage/images/geometry.ts';

describe('the size of an image', () => {
  it.each([
    [1800, 1200, 64, 64, 64, 43],
    [20, 30, 300, 300, 200, 300],
    [20, 30, 800, 600, 400, 600],
    [640, 480, 100, 50, 67, 50],
    [1, 1_000_000, 64, 64, 1, 64],
  ])('%i × %i contained in %i × %i is %i × %i', (width, height, boxWidth, boxHeight, wide, high) => {
    const size = resultSize({ width, height }, { width: boxWidth, height: boxHeight, fit: 'contain' });
    expect(size).toEqual({ width: wide, height: high });
  });
});
