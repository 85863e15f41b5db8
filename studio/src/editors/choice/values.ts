import type { Field } from '../../model/field.ts';
import type { Choice } from '../choices.ts';

const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'sort']);

/** A chosen value in the type of its field; numbers that JSON would round stay texts. */
export function valueOfChoice(text: string, field: Field): string | number {
  const value = Number(text);
  return NUMBERS.has(field.type) && text.trim() !== '' && String(value) === text ? value : text;
}

/** The choices with the stored value at their end, if it is none of them. */
export function withStored(choices: readonly Choice[], value: unknown): readonly Choice[] {
  if (value === null || value === undefined) return choices;
  const text = String(value);
  return choices.some((choice) => choice.value === text) || text === ''
    ? choices
    : [...choices, { value: text, label: text }];
}

/** The entries of a stored list: of a list, an object's values, or a text with commas; without the delimiters around it. */
export function entriesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === '') return [];
  const all = Array.isArray(value)
    ? value
    : typeof value === 'object'
      ? Object.values(value)
      : String(value).split(',');
  return all.map(String).filter((entry) => entry !== '');
}

/**
 * Entries as their field holds them: a list for the type `array` and in documents, a text with commas elsewhere. With the
 * option for delimiters there is an empty entry at both ends, so that the stored text is `,a,b,`.
 */
export function storedEntries(entries: readonly string[], field: Field): readonly string[] | string {
  const { options, type } = field;
  const isWrapped = (options.wrap === true || options.wrapWithDelimiter === true) && entries.length > 0;
  const all = isWrapped ? ['', ...entries, ''] : [...entries];
  return type === 'array' || type === 'json' ? all : all.join(',');
}
