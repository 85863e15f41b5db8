import { describe, expect, it } from 'vitest';
import type { Messages } from '../src/i18n/messages.ts';

const PARTS = [
  'entry',
  'access',
  'app',
  'forms',
  'me',
  'people',
  'data-model',
  'jobs',
  'activity',
  'settings',
  'developer',
  'fleet',
  'review',
  'why',
] as const;
const LANGUAGES = ['de', 'es', 'fr'] as const;

const load = async (language: string, part: string): Promise<Messages> =>
  ((await import(`../src/i18n/${language}/${part}.ts`)) as { readonly default: Messages }).default;

const textsOf = (message: Messages[string]): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

const holes = (message: Messages[string]): string[] =>
  [...new Set(textsOf(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();

describe.each(PARTS.flatMap((part) => LANGUAGES.map((language) => [part, language] as const)))(
  'the texts of %s in %s',
  (part, language) => {
    it('are complete', async () => {
      const [english, other] = await Promise.all([load('en', part), load(language, part)]);
      expect(Object.keys(other).sort()).toEqual(Object.keys(english).sort());
    });

    it('fill in what the English ones do', async () => {
      const [english, other] = await Promise.all([load('en', part), load(language, part)]);
      const differing = Object.keys(english).filter(
        (key) => String(holes(english[key] ?? '')) !== String(holes(other[key] ?? '')),
      );
      expect(differing).toEqual([]);
    });
  },
);

it.each(PARTS)('no line of the French texts of %s begins with punctuation', async (part) => {
  const texts = Object.values(await load('fr', part)).flatMap(textsOf);
  expect(texts.filter((text) => / [:;?!»]|« /.test(text))).toEqual([]);
});
