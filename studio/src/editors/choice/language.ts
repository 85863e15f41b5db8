import type { Choice } from '../choices.ts';
import { choicesOf } from '../choices.ts';

const TAGS =
  'af ar az be bg bn bs ca cs cy da de de-AT de-CH el en en-GB en-US eo es es-419 es-MX et eu fa fi fr fr-CA fr-CH ga gl he hi hr hu hy id is it ja ka kk ko lt lv mk mn ms nb nl nl-BE nn pl pt pt-BR ro ru sk sl sq sr sv sw ta th tr uk ur uz vi zh zh-Hans zh-Hant'.split(
    ' ',
  );

/** Languages to choose from: those of the options, otherwise many, with their names in the reader's language. */
export function languagesOf(options: Readonly<Record<string, unknown>>, reader: string): readonly Choice[] {
  const given = choicesOf(options);
  if (given.length > 0) return given;
  return commonLanguages(reader);
}

/** Many languages, with their names in the reader's language. */
export function commonLanguages(reader: string): readonly Choice[] {
  const names = new Intl.DisplayNames(reader, { type: 'language' });
  const choices = TAGS.map((value) => ({ value, label: names.of(value) ?? value }));
  return choices.sort((one, other) => one.label.localeCompare(other.label, reader));
}

/** The languages whose name or tag contains what was typed: first those that begin with it, so that French comes before Canadian French. */
export function languagesLike(languages: readonly Choice[], typed: string): readonly Choice[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const begins = ({ label }: Choice): boolean => label.toLocaleLowerCase().startsWith(wanted);
  const found = languages.filter(({ label, value }) => `${label} ${value}`.toLocaleLowerCase().includes(wanted));
  return [...found.filter(begins), ...found.filter((each) => !begins(each))];
}
