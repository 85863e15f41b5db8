import { named } from '../../shared/named.ts';
import type { Column } from '../column.ts';
import { datatypeOf, type Kind } from '../datatypes.ts';

/** The default column of a field type, and the other columns that can hold its values. */
interface ColumnOfType {
  readonly datatype: string;
  readonly length?: string;
  readonly signed?: boolean;
  readonly held: readonly Kind[];
}

const TEXTS: readonly Kind[] = ['text', 'choice'];
const INTEGERS: readonly Kind[] = ['integer', 'bigint'];
const text: ColumnOfType = { datatype: 'VARCHAR', length: '255', held: TEXTS };
const key: ColumnOfType = { datatype: 'INT', signed: false, held: INTEGERS };
const moment: ColumnOfType = { datatype: 'DATETIME', held: ['datetime'] };

/** By field type. */
const columns = named<ColumnOfType>({
  array: { ...text, held: ['text'] },
  binary: { datatype: 'BLOB', held: ['binary'] },
  boolean: { datatype: 'TINYINT', signed: true, held: INTEGERS },
  date: { datatype: 'DATE', held: ['date'] },
  datetime: moment,
  datetime_created: moment,
  datetime_updated: moment,
  decimal: { datatype: 'DECIMAL', length: '10,2', signed: true, held: ['decimal', 'float', ...INTEGERS] },
  file: key,
  hash: { ...text, held: ['text'] },
  integer: { datatype: 'INT', signed: true, held: INTEGERS },
  json: { datatype: 'TEXT', held: ['json', 'text'] },
  lang: text,
  m2o: { ...key, held: [...INTEGERS, 'text'] },
  owner: key,
  slug: text,
  sort: key,
  status: { ...text, held: [...TEXTS, ...INTEGERS] },
  string: text,
  time: { datatype: 'TIME', held: ['time'] },
  user: key,
  user_updated: key,
  uuid: { ...text, length: '36' },
});

/** The attributes of a type's column that apply if a definition omits them. */
export function columnOfType(type: string): Pick<ColumnOfType, 'datatype' | 'length' | 'signed'> | undefined {
  const found = columns[type];
  if (!found) return undefined;
  const { held: _held, ...column } = found;
  return column;
}

/** Whether a column can hold the values of a type. */
export function holdsType({ datatype }: Column, type: string): boolean {
  return columns[type]?.held.includes(datatypeOf(datatype).kind) ?? false;
}
