import { describe, expect, it } from 'vitest';
import { brandOf } from '../../../src/mail/brand.ts';

describe('the colours of a mail', () => {
  it.each([
    ['#263238', { color: '#263238', ink: '#ffffff', edge: '#263238' }],
    ['#FD0', { color: '#ffdd00', ink: '#000000', edge: '#1c1b19' }],
    ['#ffffff', { color: '#ffffff', ink: '#000000', edge: '#1c1b19' }],
    ['#808080', { color: '#808080', ink: '#000000', edge: '#808080' }],
  ])('can be read on %s', (color, brand) => {
    expect(brandOf(color)).toEqual(brand);
  });

  it.each([null, undefined, '', 'red', '#12345', '#263238;background:url(//evil)', 'var(--x)'])(
    "are Octavo's for %j",
    (setting) => {
      expect(brandOf(setting)).toEqual({ color: '#8e2f2a', ink: '#ffffff', edge: '#8e2f2a' });
    },
  );
});
