import { ApiError } from '../../errors/api-error.ts';
import { NUMERIC } from '../../schema/datatypes.ts';
import type { Field } from '../../schema/field.ts';
import { asText } from '../../shared/text.ts';
import { readDate } from './dates.ts';
import type { ColumnRule, ImportInput } from './input.ts';
import type { JsonBudget } from './source/json-budget.ts';
import { jsonShape } from './source/json-shape.ts';

const YES = new Set(['true', '1', 'yes', 'y', 'x', 'on', 'ja', 'wahr', 'oui', 'vrai', 'sí', 'si', 'verdadero']);
const NO = new Set(['false', '0', 'no', 'n', 'off', 'nein', 'falsch', 'non', 'faux', 'falso']);

/**
 * The value of a cell for a field; undefined if it is empty and keeps the field's value. The checks of the write refuse
 * invalid values, except those that break the rule's format, and JSON that exceeds the row's budget: error 4.
 */
export function cellValue(
  field: Field,
  rule: Pick<ColumnRule, 'date' | 'decimal'>,
  sent: unknown,
  { trim, empty }: Pick<ImportInput, 'trim' | 'empty'>,
  budget: JsonBudget,
): unknown {
  const value = trim && typeof sent === 'string' ? sent.trim() : sent;
  if (value === undefined || value === null || value === '') return emptyValue(value, empty);
  if (typeof value === 'string') return textValue(field, rule, value, budget);
  // Spreadsheets store digits as numbers, even in names and phone numbers.
  return field.kind === 'text' && typeof value !== 'object' && !field.type.structured ? asText(value) : value;
}

function emptyValue(value: '' | null | undefined, empty: ImportInput['empty']): '' | null | undefined {
  if (empty === 'keep') return value;
  return empty === 'null' ? null : undefined;
}

function textValue(
  field: Field,
  { date, decimal }: Pick<ColumnRule, 'date' | 'decimal'>,
  text: string,
  budget: JsonBudget,
): unknown {
  const { kind, name } = field;
  if (field.type.name === 'boolean') return flag(text);
  if (kind === 'date' || kind === 'datetime' || kind === 'time') {
    const moment = date === undefined ? text : readDate(text, date);
    if (moment === undefined) throw new ApiError('importValue', { field: name, what: `date such as ${date}` });
    return fitted(kind, moment);
  }
  if (decimal !== undefined && kind !== null && NUMERIC.has(kind)) return plainNumber(text, decimal);
  return field.type.structured ? structured(field, text, budget) : text;
}

function flag(text: string): unknown {
  const word = text.toLowerCase();
  if (YES.has(word)) return true;
  return NO.has(word) ? false : text;
}

/** Completes a date or a time without seconds for its kind of field, and removes midnight from a date. */
function fitted(kind: 'date' | 'datetime' | 'time', text: string): string {
  if (kind === 'datetime' && /^\d{4}-\d\d-\d\d$/.test(text)) return `${text} 00:00:00`;
  if (kind === 'datetime' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d$/.test(text)) return `${text}:00`;
  if (kind === 'date') return text.replace(/[ T]00:00(:00)?$/, '');
  return kind === 'time' && /^\d\d:\d\d$/.test(text) ? `${text}:00` : text;
}

function plainNumber(text: string, decimal: '.' | ','): string {
  const plain = text.replaceAll(decimal === '.' ? /[\s,'’_]/gu : /[\s.'’_]/gu, '');
  return decimal === ',' ? plain.replace(',', '.') : plain;
}

/** Lists are JSON, or separated by commas. */
function structured({ name, type }: Field, text: string, budget: JsonBudget): unknown {
  if (/^[[{]/.test(text)) {
    refuse(name, budget.excess(jsonShape(text)));
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  }
  if (type.name !== 'array') return text;
  const entries = text.split(',');
  refuse(name, budget.excess({ levels: 1, names: 0, values: entries.length }));
  return entries.map((entry) => entry.trim());
}

function refuse(field: string, excess: string | undefined): void {
  if (excess !== undefined) throw new ApiError('importRowUnreadable', { reason: `${field}: ${excess}` });
}
