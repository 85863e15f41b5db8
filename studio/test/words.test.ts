import { expect, it } from 'vitest';
import { asWords, oneOf, translated } from '../src/model/words.ts';

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

it.each([
  ['en-GB', 'Articles', 'article'],
  ['en', 'Blog entries', 'blog entry'],
  ['en', 'FAQ', 'FAQ'],
  ['en', 'News', 'news'],
  ['de', 'Artikel', null],
])('says in %s what one of %s is called', (language, label, one) => {
  expect(oneOf(null, language, label)).toBe(one);
});

it('calls one of many what the schema says', () => {
  const rows = [{ locale: 'de', translation: 'Leute', singular: 'Person' }];
  expect(oneOf(rows, 'de-DE', 'Leute')).toBe('Person');
  expect(oneOf(rows, 'fr', 'Leute')).toBeNull();
});
