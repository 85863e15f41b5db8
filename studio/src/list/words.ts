import { day, moment } from '../i18n/dates.ts';
import { number, t } from '../i18n/messages.ts';
import type { Field } from '../model/field.ts';
import { textOf } from './cells.ts';
import { relativeOf } from './filter/dates.ts';
import type { OperatorName } from './filter/operators.ts';
import { kindOf } from './kinds.ts';

const COMPARED: ReadonlySet<OperatorName> = new Set(['gt', 'gte', 'lt', 'lte']);

/** An operator in words that suit a kind of field. */
export function operatorWords(operator: OperatorName, field: Field | undefined): string {
  const kind = field ? kindOf(field) : 'text';
  const isTime = kind === 'date' || kind === 'datetime' || kind === 'time';
  return t(`list.op.${isTime && COMPARED.has(operator) ? 'time.' : ''}${operator}`);
}

const UNITS: Readonly<Record<string, string>> = { h: 'hour', d: 'day', w: 'week', m: 'month', y: 'year' };

/** A value of a filter for people: labels of choices, dates, times relative to now. */
export function valueWords(
  value: string,
  field: Field | undefined,
  statuses: readonly { value: string; label: string }[] = [],
): string {
  const kind = field ? kindOf(field) : 'text';
  if (!field || value === '') return value === '' ? '“”' : value;
  const status = kind === 'status' ? statuses.find((each) => each.value === value) : undefined;
  if (status) return status.label;
  if (kind === 'boolean') return t(['1', 'true'].includes(value) ? 'common.yes' : 'common.no');
  if (kind === 'date' || kind === 'datetime') return dateWords(value, field);
  return kind === 'choice' ? textOf(value, { kind, field }) : value;
}

function dateWords(value: string, field: Field): string {
  const found = relativeOf(value);
  if (!found)
    return /^\d{4}-\d\d-\d\d$/.test(value)
      ? day(moment(`${value}T00:00:00`))
      : textOf(value, { kind: 'datetime', field });
  if (found.ahead === 0) return t(found.isDay ? 'list.today' : 'list.now');
  return relativeWords(found.ahead, found.unit);
}

function relativeWords(ahead: number, unit: string): string {
  const name = UNITS[unit] ?? 'day';
  const amount = number(Math.abs(ahead), { style: 'unit', unit: name, unitDisplay: 'long' });
  return t(ahead < 0 ? 'list.ago' : 'list.ahead', { amount });
}
