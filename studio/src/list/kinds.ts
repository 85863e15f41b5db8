import type { Field } from '../model/field.ts';

/** How a field's values are shown and compared. */
export type Kind =
  | 'status'
  | 'choice'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'time'
  | 'colour'
  | 'tags'
  | 'json'
  | 'secret'
  | 'file'
  | 'user'
  | 'item'
  | 'list';

const BY_TYPE: Readonly<Record<string, Kind>> = {
  status: 'status',
  integer: 'number',
  decimal: 'number',
  sort: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  datetime_created: 'datetime',
  datetime_updated: 'datetime',
  time: 'time',
  array: 'tags',
  json: 'json',
  hash: 'secret',
};

/** How a field's values are shown and compared. */
export function kindOf({ type, interface: name, options, relation, isAlias }: Field): Kind {
  if (isAlias) return 'list';
  if (relation?.collection === 'directus_files') return 'file';
  if (relation?.collection === 'directus_users') return 'user';
  if (relation) return 'item';
  if (name === 'color' || name === 'color-palette') return 'colour';
  if (name === 'tags') return 'tags';
  if (choicesIn(options).length > 0 && type !== 'array') return 'choice';
  return BY_TYPE[type] ?? 'text';
}

/** A choice of a dropdown or of radio buttons. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The choices of a field, statuses included. */
export function choicesOf(field: Field): readonly Choice[] {
  return choicesIn(field.options);
}

function choicesIn({ choices }: Field['options']): readonly Choice[] {
  if (Array.isArray(choices)) return choices.map(choiceOf).filter((choice) => choice !== null);
  if (typeof choices !== 'object' || choices === null) return [];
  return Object.entries(choices).map(([value, label]) => ({ value, label: String(label) }));
}

function choiceOf(choice: unknown): Choice | null {
  if (typeof choice === 'string' || typeof choice === 'number') return { value: String(choice), label: String(choice) };
  if (typeof choice !== 'object' || choice === null || !('value' in choice)) return null;
  const { value, text, label } = choice as Readonly<Record<string, unknown>>;
  return { value: String(value), label: String(text ?? label ?? value) };
}

const LONG: ReadonlySet<string> = new Set(['textarea', 'wysiwyg', 'wysiwyg-full', 'markdown', 'code', 'repeater']);

/** Whether a text is too long for one line. */
export const isLong = ({ interface: name, length }: Field): boolean => LONG.has(name ?? '') || (length ?? 0) > 1000;
