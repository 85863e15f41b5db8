import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Row } from './changes.ts';

/** A language of translations. */
export interface TranslationLanguage {
  readonly code: string;
  readonly label: string;
}

/** The field with the language of a translation: by the option, otherwise by its type. */
export function languageField({ options }: Field, collection: Collection): Field | undefined {
  const named = typeof options.languageField === 'string' ? collection.field(options.languageField) : undefined;
  const byType = collection.fields.find(({ type }) => type === 'lang');
  return named ?? byType ?? collection.fields.find(({ interface: name }) => name === 'language');
}

/** The languages to offer: those of the option, otherwise those of a collection of languages, and those of the rows. */
export function languagesOf(
  options: Field['options'],
  listed: readonly TranslationLanguage[],
  codes: readonly string[],
  speaker: string,
): readonly TranslationLanguage[] {
  const configured = configuredLanguages(options.languages, speaker);
  const known = configured.length > 0 ? configured : listed;
  const others = codes.filter((code) => !known.some((each) => each.code === code));
  return [...known, ...[...new Set(others)].map((code) => ({ code, label: labelOf(code, speaker) }))];
}

function configuredLanguages(option: unknown, speaker: string): readonly TranslationLanguage[] {
  if (Array.isArray(option))
    return option.map((code) => ({ code: String(code), label: labelOf(String(code), speaker) }));
  if (typeof option !== 'object' || option === null) return [];
  return Object.entries(option).map(([code, name]) => ({
    code,
    label: typeof name === 'string' && name !== '' ? name : labelOf(code, speaker),
  }));
}

/** The name of a language in another one; its code if it is unknown. */
export function labelOf(code: string, speaker: string): string {
  try {
    const name = new Intl.DisplayNames([speaker], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(speaker) + name.slice(1);
  } catch {
    return code;
  }
}

/** Fields of a translation that people fill in. */
export const translatedFields = (collection: Collection, hidden: readonly string[]): readonly Field[] =>
  collection.fields.filter(({ name, isAlias, isHiddenInForm, isReadonly }) =>
    [isAlias, isHiddenInForm, isReadonly, hidden.includes(name)].every((each) => !each),
  );

const isFilled = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

/** The share of the first language's texts that another language has, from 0 to 1. */
export function completeness(fields: readonly Field[], first: Row, other: Row): number {
  const wanted = fields.filter(({ name }) => isFilled(first[name]));
  const asked = wanted.length > 0 ? wanted : fields;
  return asked.length === 0 ? 1 : asked.filter(({ name }) => isFilled(other[name])).length / asked.length;
}
