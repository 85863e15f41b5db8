import { expect, it } from 'vitest';
import { slugify } from '../../src/shared/slug.ts';
import { slugOf } from '../src/editors/slug/slug.ts';

const TEXTS = [
  'Über Flüsse & Straßen',
  "L'été à Łódź, d’œuvre",
  'Þórr Ðæmi – ıstanbul Đ Å Ø Æ',
  '  --- 100 % ---  ',
  '東京 Nights',
  'é\u0301 ﬁ ①',
  '',
];

it.each(TEXTS)('%j becomes the slug that the server makes of it', (text) => {
  for (const lowercase of [true, false]) expect(slugOf(text, lowercase)).toBe(slugify(text, lowercase));
});
