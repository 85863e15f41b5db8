import { readerOf, storeValue, validateValue } from '../../src/schema/codec.ts';
import type { Field, FieldRow } from '../../src/schema/field.ts';
import { buildSchema } from '../../src/schema/registry.ts';
import type { Stored } from '../../src/schema/stored.ts';
import { FIELD_DEFAULTS } from '../../src/schema/system/system-table.ts';
import { exceededLength } from '../../src/schema/value-length.ts';
import { columnOf } from './table-line.ts';

const LINE = /^(\w+) (.+?) (takes|reads) (.*)$/;
const NUMBERS: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity: Number.POSITIVE_INFINITY };

function valueIn(text: string): unknown {
  if (text in NUMBERS) return NUMBERS[text];
  if (/^-?\d+n$/.test(text)) return BigInt(text.slice(0, -1));
  if (text.startsWith('bytes ')) return Buffer.from(text.slice('bytes '.length), 'hex');
  return JSON.parse(text);
}

function shown(value: unknown): string {
  if (value instanceof Uint8Array) return `bytes ${Buffer.from(value).toString('hex')}`;
  if (typeof value === 'bigint') return `${value}n`;
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** The field `x` of a type over a column. */
function fieldOf(type: string, declaration: string): Field {
  const table = { name: 'samples', columns: [columnOf(`x ${declaration}`)], uniqueTogether: [] };
  const row = { ...FIELD_DEFAULTS, id: 1, collection: 'samples', field: 'x', type } as unknown as FieldRow;
  const { collections } = buildSchema({ tables: [table], collections: [], fields: [row], relations: [] }, 1);
  const field = collections.get('samples')?.byName.get('x');
  if (!field) throw new Error(`there is no field of the type ${type}`);
  return field;
}

function read(field: Field, stored: Stored): string {
  const reader = readerOf(field);
  return shown(reader ? reader(stored) : stored);
}

function taken(field: Field, value: unknown): string {
  const violation = value === null ? undefined : validateValue(value, field);
  if (violation !== undefined) return `✗ ${violation}`;
  const length = exceededLength(value, field);
  const stored = storeValue(value, field);
  const more = length === undefined ? '' : `  (longer than ${length})`;
  return `${shown(stored)} → ${read(field, stored)}${more}`;
}

/**
 * What happens to values of a field, separated by dots: the violation, or the stored and the returned form; for values
 * from a database, the returned form.
 */
export function renderValues(line: string): string {
  const [, type = '', declaration = '', verb, values = ''] = LINE.exec(line) ?? [];
  const field = fieldOf(type, declaration);
  const lines = values.split(' · ').map((text) => {
    const value = valueIn(text);
    return `  ${text} → ${verb === 'takes' ? taken(field, value) : read(field, value as Stored)}`;
  });
  return lines.join('\n');
}
