import { expect, it } from 'vitest';
import { asWords, translated } from '../src/model/words.ts';

it.each([
  ['published_on', 'Published on'],
  ['publishedOn', 'Published on'],
  ['id', 'ID'],
  ['project_url', 'Project URL'],
  ['Über-uns', 'Über uns'],
])('writes the name %s as %s', (name, words) => {
  expect(asWords(name)).toBe(words);
});

it('prefers the exact language of a translation to a related one', () => {
  const rows = [
    { locale: 'de-AT', translation: 'Jänner' },
    { locale: 'de-DE', translation: 'Januar' },
  ];
  expect(translated(rows, 'de-DE')).toBe('Januar');
  expect(translated(rows, 'de-CH')).toBe('Jänner');
  expect(translated(rows, 'fr')).toBeNull();
});
