import { ApiError } from '../errors/api-error.ts';
import { brokenRule, violation } from '../errors/violations.ts';
import { type Kind, TEXTUAL } from '../schema/datatypes.ts';
import type { Field } from '../schema/field.ts';
import { operand } from '../schema/operand.ts';
import type { Stored } from '../schema/stored.ts';
import { isSystemCollection } from '../schema/system/tables.ts';
import { localDatetime, sqlDatetime } from '../shared/datetime.ts';
import { type Blank, blankOf } from './blank.ts';
import type { Operator } from './operators.ts';
import { MAX_PATTERN } from './text-form.ts';

const MAX_WILDCARDS = 50;

const WRONG: Readonly<Partial<Record<Kind, string>>> = {
  integer: violation.type('numeric'),
  bigint: violation.type('numeric'),
  decimal: violation.type('numeric'),
  float: violation.type('numeric'),
  date: violation.date,
  time: violation.time,
  datetime: violation.datetime,
};

/** The time of a request, and the time zone of user collections; null for the server's. */
interface Moment {
  readonly now: Date;
  readonly timeZone?: string | null | undefined;
}

/**
 * Converts a text in a condition on a field to the value to compare with, at a moment. Error 4 if the field cannot have
 * such a value.
 */
export function comparedValue(field: Field, given: string, moment: Moment): Stored {
  const kind = field.kind ?? 'text';
  const text = TEXTUAL.has(kind) ? given : given.trim();
  if (equalsNothing(field, blankOf(given))) return null;
  return valueOfWord(field, kind, text.toLowerCase(), moment) ?? operandOf(field, kind, text);
}

/** The value of `true`, `false` or `now`, in a field that knows it. */
function valueOfWord(field: Field, kind: Kind, word: string, moment: Moment): Stored | undefined {
  if (field.type.name === 'boolean' && (word === 'true' || word === 'false')) return word === 'true' ? 1 : 0;
  if (word !== 'now' || (kind !== 'date' && kind !== 'datetime')) return undefined;
  const now = momentIn(field, moment);
  return kind === 'date' ? now.slice(0, 10) : now;
}

function operandOf({ name, column }: Field, kind: Kind, text: string): Stored {
  const value = operand(text, kind, column);
  if (value === undefined) throw brokenRule(name, WRONG[kind] ?? violation.invalid);
  return value;
}

/** System collections use UTC, all others local time. (Contract, Q-153.) */
export function momentIn({ collection }: Field, { now, timeZone }: Moment): string {
  return isSystemCollection(collection) ? sqlDatetime(now) : localDatetime(now, timeZone ?? undefined);
}

/** Whether no value of a field equals a text that stands for something. Most columns of text can hold any text. */
export function equalsNothing({ kind, relation, column }: Field, blank: Blank | null): boolean {
  if (blank === null || (TEXTUAL.has(kind ?? 'text') && !column?.strict)) return false;
  return blank === 'value' || relation !== null || column?.primaryKey === true;
}

/** Whether a column holds users' e-mail addresses, which are compared without case. */
export const isAddress = ({ collection, name }: Field): boolean => collection === 'directus_users' && name === 'email';

/**
 * A LIKE pattern for texts that contain a given text: anywhere, or where it is anchored. `!` is the escape character.
 */
export function anchored(text: string, anchor?: Operator['anchor']): string {
  if (text.length > MAX_PATTERN)
    throw new ApiError('queryTooLarge', { limit: MAX_PATTERN, what: 'characters in a search text' });
  const literal = text.replace(/[!%_]/g, '!$&').replaceAll('\0', '');
  const [before, after] = [
    anchor === 'start' || anchor === 'whole' ? '' : '%',
    anchor === 'end' || anchor === 'whole' ? '' : '%',
  ];
  return `${before}${literal}${after}`;
}

/** A LIKE pattern in which `%` and `_` are wildcards. */
export function wildcarded(pattern: string): string {
  if (pattern.length > MAX_PATTERN)
    throw new ApiError('queryTooLarge', { limit: MAX_PATTERN, what: 'characters in a pattern' });
  const wildcards = pattern.split('%').length - 1;
  if (wildcards > MAX_WILDCARDS)
    throw new ApiError('queryTooLarge', { limit: MAX_WILDCARDS, what: 'wildcards in a pattern' });
  return pattern.replaceAll('\0', '').replaceAll('!', '!!');
}
