import { choicesOf, kindOf } from '../../list/kinds.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';

/** Values of fields that a rule fills in where they are not sent. */
export type Presets = Readonly<Record<string, unknown>>;

/** What stands for the person who writes, and for the moment of writing. */
const STANDING = { user: '$me', datetime: '$now', date: '$now' } as const;
const NUMBERS: ReadonlySet<string> = new Set(['integer', 'decimal', 'sort', 'm2o', 'file', 'user', 'owner']);

/** What a rule may write for a field instead of a value: the person, or the moment; null for neither. */
export const standingFor = (field: Field): string | null => STANDING[kindOf(field) as keyof typeof STANDING] ?? null;

/** The fields that a rule may still fill in. */
export const presettable = ({ fields }: Collection, presets: Presets): readonly Field[] =>
  fields.filter(
    (field) => !field.isAlias && !field.isGenerated && !(field.name in presets) && kindOf(field) !== 'secret',
  );

/** The choices of a field's value; none where it is written. */
export function presetChoices(field: Field, { statuses }: Collection): readonly { value: string; label: string }[] {
  if (kindOf(field) === 'status') return statuses;
  return kindOf(field) === 'choice' ? choicesOf(field) : [];
}

/** What a field begins with: something that its type takes. */
export function firstPreset(field: Field, collection: Collection): unknown {
  const standing = standingFor(field);
  if (standing !== null) return standing;
  if (field.type === 'boolean') return true;
  return presetChoices(field, collection)[0]?.value ?? null;
}

/** A text as a value of the field's type. */
export function presetOf(field: Field, text: string): unknown {
  if (text === '') return null;
  if (field.type === 'boolean') return text === '1';
  const isNumber = NUMBERS.has(field.type) && text.trim() !== '' && Number.isFinite(Number(text));
  return isNumber ? Number(text) : text;
}

/** A value as a control shows it. */
export const presetText = (value: unknown): string =>
  typeof value === 'boolean' ? String(Number(value)) : String(value ?? '');
