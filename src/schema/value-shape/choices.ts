import { isRecord } from '../../shared/is-record.ts';
import { textOrNull } from '../../shared/text-or-null.ts';
import { choices as membersOf } from '../column-length.ts';
import { columnKind } from '../datatypes.ts';
import type { Field } from '../field.ts';
import type { ValueKind } from './value-kind.ts';

/** One of the intended values of a field. */
export interface Choice {
  readonly value: string | number;
  /** Its label; null if it has none. */
  readonly label: string | null;
}

/** The intended values of a field or, for a list, of its members. */
export interface Choices {
  readonly of: readonly Choice[];
  /** Whether other values may also occur. */
  readonly open: boolean;
}

/** The interfaces whose option `choices` lists the values to choose from. */
const PICKERS: ReadonlySet<string> = new Set([
  'button-group',
  'checkboxes',
  'dropdown',
  'multiselect',
  'radio-buttons',
]);

/**
 * The intended values of a field: its statuses, the members of its column, or the choices of its interface. Null if any
 * value is allowed.
 */
export function choicesOf(field: Field, kind: ValueKind): Choices | null {
  const named = entriesOf(field);
  if (!named) return null;
  const of = named.of.flatMap(({ value, label }) => {
    const typed = typedChoice(value, kind);
    return typed === undefined ? [] : [{ value: typed, label }];
  });
  return of.length === 0 || of.length < named.of.length ? null : { of, open: named.open };
}

interface Named {
  readonly of: readonly { readonly value: string; readonly label: string | null }[];
  readonly open: boolean;
}

function entriesOf({ column, row, type }: Field): Named | null {
  const options = isRecord(row?.options) ? row.options : {};
  if (type.name === 'status') return statusesIn(options.status_mapping);
  if (column && columnKind(column) === 'choice') {
    const of = membersOf(column).map((value) => ({ value, label: null }));
    return column.datatype === 'SET' ? null : { of, open: false };
  }
  return PICKERS.has(row?.interface ?? '') ? offeredIn(options) : null;
}

function statusesIn(mapping: unknown): Named | null {
  if (!isRecord(mapping)) return null;
  const of = Object.entries(mapping).map(([value, entry]) => ({ value, label: labelIn(entry, 'name') }));
  return { of, open: false };
}

function offeredIn(options: Readonly<Record<string, unknown>>): Named | null {
  const { choices, allow_other: other, wrapWithDelimiter: wrapped } = options;
  const of = isRecord(choices) ? Object.entries(choices).flatMap(offered) : [];
  return { of, open: isOn(other) || isOn(wrapped) };
}

/** An entry of `choices`: a value with its label, or a group of buttons. */
function offered([value, entry]: readonly [string, unknown]): Named['of'] {
  if (!Array.isArray(entry)) return [{ value, label: textOrNull(entry) }];
  return entry.flatMap((button) => {
    if (!isRecord(button) || (typeof button.value !== 'string' && typeof button.value !== 'number')) return [];
    return [{ value: String(button.value), label: labelIn(button, 'label') }];
  });
}

function labelIn(entry: unknown, name: string): string | null {
  const label = isRecord(entry) ? entry[name] : null;
  return textOrNull(label);
}

const isOn = (option: unknown): boolean => option === true || option === 1 || option === '1';

/** A choice as the field returns it; undefined if the field can never return it. */
function typedChoice(value: string, kind: ValueKind): string | number | undefined {
  if (kind === 'text' || kind === 'bigint' || kind === 'list') return value;
  if (kind !== 'integer' && kind !== 'number') return undefined;
  const number = Number(value);
  return value.trim() !== '' && Number.isFinite(number) ? number : undefined;
}
