import { describe, expect, it } from 'vitest';
import { slugify } from '../../../src/shared/slug.ts';

describe('a slug', () => {
  it.each([
    ['A Walk Through Lisbon', 'a-walk-through-lisbon'],
    ['Ünïcode & Sötuff: ÆØ!', 'uenicode-soetuff-aeoe'],
    ['  --x--  ', 'x'],
    ['日本', ''],
    ['', ''],
  ])('of "%s" is "%s"', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });
});
