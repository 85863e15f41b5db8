import type { Field } from '../../model/field.ts';
import { asWords } from '../../model/words.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices of a field, as its options name them: an object of labels by value, or a list. */
export function choicesOf({ options }: Pick<Field, 'options'>): readonly Choice[] {
  const { choices } = options;
  if (Array.isArray(choices)) return choices.map(listed).filter((choice) => choice !== null);
  if (typeof choices !== 'object' || choices === null) return [];
  return Object.entries(choices).map(([value, label]) => ({ value, label: labelOf(label, value) }));
}

function listed(choice: unknown): Choice | null {
  if (typeof choice === 'string') return { value: choice, label: asWords(choice) };
  if (typeof choice !== 'object' || choice === null || !('value' in choice)) return null;
  const { value, label, text } = choice as { value: unknown; label?: unknown; text?: unknown };
  return { value: String(value), label: labelOf(label ?? text, String(value)) };
}

const labelOf = (label: unknown, value: string): string =>
  typeof label === 'string' && label !== '' ? label.replace(/^\$t:/, '') : asWords(value);
