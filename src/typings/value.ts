import type { Choices } from '../schema/value-shape/choices.ts';
import type { ValueShape } from '../schema/value-shape/shape.ts';
import type { ValueKind } from '../schema/value-shape/value-kind.ts';
import { literal } from './text.ts';

const FILE_DATA = `{
        url: string;
        full_url: string;
        asset_url?: string;
        thumbnails: { key: string; url: string; relative_url: string; dimension: string; width: number; height: number }[] | null;
        embed: { html: string; url: string } | null;
      }`;

const ANSWERED: Readonly<Record<Exclude<ValueKind, 'items' | 'none'>, string>> = {
  integer: 'number',
  bigint: 'string',
  number: 'number',
  text: 'string',
  boolean: 'boolean',
  date: 'string',
  time: 'string',
  datetime: 'string',
  moment: 'string',
  base64: 'string',
  json: 'unknown',
  list: 'string',
  'file-data': FILE_DATA,
};

/** The type of the values that a field returns; null for fields without values of their own. */
export function answeredType({ kind, choices, nullable }: ValueShape): string | null {
  if (kind === 'items' || kind === 'none') return null;
  return orNull(listed(kind, chosen(ANSWERED[kind], choices)), nullable && kind !== 'json');
}

/** The type of the values that a field accepts; null for fields without values of their own. */
export function takenType({ kind, choices, takesNull }: ValueShape): string | null {
  if (kind === 'items' || kind === 'none' || kind === 'file-data') return null;
  const type = kind === 'bigint' ? 'string | number' : chosen(ANSWERED[kind], choices);
  return orNull(listed(kind, type), takesNull && kind !== 'json');
}

/** If other values may also occur, the choices are only for completion in editors. */
function chosen(type: string, choices: Choices | null): string {
  if (!choices) return type;
  const known = choices.of.map(({ value }) => (typeof value === 'number' ? String(value) : literal(value)));
  return [...new Set(known), ...(choices.open ? [`(${type} & {})`] : [])].join(' | ');
}

const listed = (kind: ValueKind, type: string): string => (kind === 'list' ? `(${type})[]` : type);

const orNull = (type: string, nullable: boolean): string => (nullable ? `${type} | null` : type);
