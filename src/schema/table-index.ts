import { createHash } from 'node:crypto';
import { groupBy } from '../shared/group-by.ts';
import { asText } from '../shared/text.ts';
import type { Column, IndexForm, Table, TableIndex } from './column.ts';
import { datatypeOf, datatypes, type Kind, NUMERIC_OR_TEMPORAL } from './datatypes.ts';
import type { RelationRow } from './relation-row.ts';

const PREFIXES = { plain: 'octavo_idx_', sort: 'octavo_sort_', text: 'octavo_text_' } as const;
/** The maximum number of characters that every engine can index, in total over all columns of an index. */
export const INDEXED_CHARACTERS = 600;
/** Kinds that every engine with text indexes stores as text. */
const PARTED: ReadonlySet<Kind> = new Set(['text', 'json']);
/** Kinds that lists sort without regard to case. */
const TEXTS: ReadonlySet<Kind> = new Set(['text', 'choice']);

/** Whether an index is for searching texts. */
export const isTextIndex = ({ form }: TableIndex): boolean => form === 'text';

/** The sets of columns, besides the primary key, whose values together are unique. */
export function uniquesOf({ columns, uniqueTogether }: Table): (readonly string[])[] {
  const single = columns.filter((column) => column.unique && !column.primaryKey).map(({ name }) => [name]);
  return [...single, ...uniqueTogether];
}

/** Octavo's index over columns; its name fits every engine and is unique in the database. */
export function octavoIndex(table: string, columns: readonly string[]): TableIndex {
  return { name: nameOf(PREFIXES.plain, table, columns, []), columns, plain: true };
}

/** The name contains a digest of everything else in the definition, so that a changed column gets another index. */
function nameOf(prefix: string, table: string, columns: readonly string[], more: readonly string[]): string {
  const legible = [table, ...columns]
    .join('_')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]/g, '')
    .slice(0, 30);
  const digest = createHash('sha256')
    .update([table, ...columns, ...more].join('\0'))
    .digest('hex')
    .slice(0, 10);
  return `${prefix}${legible}_${digest}`;
}

/** The form of an index by its name; undefined for ordinary indexes. */
export function formNamed(name: string): IndexForm | undefined {
  return FORMS.find((form) => name.startsWith(PREFIXES[form]));
}

const FORMS: readonly IndexForm[] = ['sort', 'text'];

/** Whether Octavo created an index, and may therefore drop it. */
export const isOctavoIndex = ({ name }: TableIndex): boolean =>
  Object.values(PREFIXES).some((prefix) => name.startsWith(prefix));

/** Whether every engine can index these columns completely. */
export function isIndexable(columns: readonly Column[]): boolean {
  const lengths = columns.map(lengthOf);
  return lengths.reduce((total, length) => total + length, 0) <= INDEXED_CHARACTERS;
}

function lengthOf({ datatype, arguments: size }: Column): number {
  const { kind } = datatypeOf(datatype);
  if (NUMERIC_OR_TEMPORAL.has(kind)) return 0;
  if (datatype === 'UUID') return 36;
  if (kind === 'choice') return size?.length ?? Number.POSITIVE_INFINITY;
  return (datatype === 'VARCHAR' || datatype === 'CHAR') && size !== null ? Number(size) : Number.POSITIVE_INFINITY;
}

/** Whether lists sort a column as text, without regard to case. */
export const sortsAsText = ({ datatype, collation }: Column): boolean =>
  TEXTS.has(datatypeOf(datatype).kind) && collation === undefined;

/** Removes indexes that the table's columns no longer support, and adapts those that depend on their definitions. */
export function tidied(table: Table): Table {
  if (!table.indexes) return table;
  const stays = (index: TableIndex): boolean => {
    const found = columnsIn(table, index.columns);
    return found.length === index.columns.length && (!isOctavoIndex(index) || isIndexable(found));
  };
  const left = table.indexes.filter(stays);
  const [ordinary, formed] = [left.filter(({ form }) => !form), left.filter(({ form }) => form === 'sort')];
  const over = groupBy(formed, ({ columns }) => asText(columns));
  const forms = Array.from(over.values()).flatMap((indexes) => kept(indexes, formsOf(table, columnsOf(indexes))));
  const texts = kept(table.indexes, retained(table));
  return { ...table, indexes: [...ordinary, ...forms, ...texts] };
}

/** The text indexes that the present columns should have. */
function retained(table: Table): TableIndex[] {
  const names = table.indexes?.flatMap(({ form, columns }) => (form === 'text' ? columns : [])) ?? [];
  return columnsIn(table, names)
    .filter(hasParts)
    .map((column) => textIndex(table.name, column));
}

const columnsOf = ([first]: readonly TableIndex[]): readonly string[] => first?.columns ?? [];

/** Unchanged indexes keep the definition that the database has. */
function kept(before: readonly TableIndex[], after: readonly TableIndex[]): TableIndex[] {
  const known = new Map(before.map((index) => [index.name, index]));
  return after.map((index) => known.get(index.name) ?? index);
}

function columnsIn({ columns }: Table, names: readonly string[]): Column[] {
  return names.flatMap((name) => columns.find((column) => column.name === name) ?? []);
}

/** The additional indexes with which lists can be sorted by columns without reading all rows. */
export function formsOf(table: Table, names: readonly string[]): TableIndex[] {
  const [column, ...more] = columnsIn(table, names);
  if (!column || more.length > 0 || !sortsAsText(column)) return [];
  const name = nameOf(PREFIXES.sort, table.name, names, [String(lengthOf(column))]);
  return [{ name, columns: names, plain: false, form: 'sort' }];
}

/** Octavo's index over the trigrams of a column's texts. */
export function textIndex(table: string, { name, datatype }: Column): TableIndex {
  return { name: nameOf(PREFIXES.text, table, [name], [datatype]), columns: [name], plain: false, form: 'text' };
}

/** Whether the values of a column are texts that can be searched by trigrams. */
export const hasParts = ({ datatype, native }: Column): boolean =>
  PARTED.has(datatypeOf(datatype).kind) && datatype in datatypes && native?.generated === undefined;

/** The text index over a column; undefined if there is none. */
export const textIndexOver = ({ indexes = [] }: Table, name: string): TableIndex | undefined =>
  indexes.find(({ form, columns }) => form === 'text' && columns[0] === name);

/** Adds a text index over a column, where it is missing. */
export function withTextIndex(table: Table, column: Column): Table {
  if (textIndexOver(table, column.name)) return table;
  return { ...table, indexes: [...(table.indexes ?? []), textIndex(table.name, column)] };
}

/** Removes the text index over a column. */
export function withoutTextIndex(table: Table, name: string): Table {
  const found = textIndexOver(table, name);
  return found ? { ...table, indexes: table.indexes?.filter((index) => index !== found) ?? [] } : table;
}

/** Whether an index is over exactly these columns. */
export function hasIndexOver({ indexes = [] }: Table, names: readonly string[]): boolean {
  return indexes.some(({ plain, columns }) => plain && asText(columns) === asText(names));
}

/** Adds Octavo's indexes over columns, where they are missing. */
export function withIndexOver(table: Table, names: readonly string[]): Table {
  const known = new Set(table.indexes?.map(({ name }) => name));
  const plain = hasIndexOver(table, names) ? [] : [octavoIndex(table.name, names)];
  const missing = [...plain, ...formsOf(table, names)].filter(({ name }) => !known.has(name));
  return missing.length === 0 ? table : { ...table, indexes: [...(table.indexes ?? []), ...missing] };
}

/** Removes Octavo's indexes over exactly these columns. */
export function withoutIndexOver(table: Table, names: readonly string[]): Table {
  const goes = (index: TableIndex): boolean =>
    isOctavoIndex(index) && index.form !== 'text' && asText(index.columns) === asText(names);
  return table.indexes?.some(goes) ? { ...table, indexes: table.indexes.filter((index) => !goes(index)) } : table;
}

/** The columns of each ordinary index over several columns. */
export function compositeIndexes({ indexes = [] }: Table): (readonly string[])[] {
  const composite = indexes.filter(({ plain, columns }) => plain && columns.length > 1).map(({ columns }) => columns);
  return Array.from(new Map(composite.map((columns) => [asText(columns), columns])).values());
}

/** A foreign key column. */
export type ManyColumn = Pick<RelationRow, 'collection_many' | 'field_many'>;

/** Adds an index for each foreign key column of a relation, so that related items can be found without a scan. */
export function indexedFor(table: Table, relations: readonly ManyColumn[]): Table {
  return indexedBy(
    table,
    relations.filter((row) => row.collection_many === table.name).map((row) => row.field_many),
  );
}

/**
 * Adds an ordinary index for each of these columns, unless an index already finds its values or the column cannot be
 * indexed.
 */
export function indexedBy(table: Table, columns: readonly string[]): Table {
  const names = new Set(columns);
  const missing = table.columns.filter((column) => names.has(column.name) && !isCovered(table, column));
  if (missing.length === 0) return table;
  return {
    ...table,
    indexes: [...(table.indexes ?? []), ...missing.map(({ name }) => octavoIndex(table.name, [name]))],
  };
}

/** Whether rows can be found by a column without a scan. */
export function isIndexed(table: Table, name: string): boolean {
  const column = table.columns.find((each) => each.name === name);
  return column !== undefined && isIndexable([column]) && isCovered(table, column);
}

function isCovered({ columns, uniqueTogether, indexes = [] }: Table, column: Column): boolean {
  const keys = columns.filter(({ primaryKey }) => primaryKey);
  const leads = [...uniqueTogether, ...indexes.filter(({ plain }) => plain).map((index) => index.columns)];
  return (
    column.unique || keys[0] === column || !isIndexable([column]) || leads.some(([first]) => first === column.name)
  );
}

/** Removes Octavo's indexes for columns that no relation uses any more. */
export function unindexedFor(table: Table, gone: readonly ManyColumn[]): Table {
  const names = gone.flatMap((row) => (row.collection_many === table.name ? [row.field_many] : []));
  return names.reduce((left, name) => withoutIndexOver(left, [name]), table);
}
