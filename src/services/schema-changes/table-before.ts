import type { Column, Table } from '../../schema/column.ts';
import type { TableStep } from '../../schema/table-step.ts';
import { asText } from '../../shared/text.ts';

type Alter = Extract<TableStep, { kind: 'alter' }>;

/** The table without one alteration, but with all other changes since. */
export function tableBefore({ before, after }: Alter, present: Table): Table {
  const [old, fresh] = [named(before), named(after)];
  const stayed = present.columns.flatMap((column) => {
    const former = old.get(column.name);
    if (!former) return fresh.has(column.name) ? [] : [column];
    return JSON.stringify(former) === JSON.stringify(fresh.get(column.name)) ? [column] : [former];
  });
  const left = new Set(stayed.map(({ name }) => name));
  const lost = before.columns.filter(({ name }) => !left.has(name) && !fresh.has(name));
  return {
    ...present,
    columns: [...stayed, ...lost],
    uniqueTogether: reverted(present.uniqueTogether, before.uniqueTogether, after.uniqueTogether, asText),
    indexes: reverted(present.indexes ?? [], before.indexes ?? [], after.indexes ?? [], ({ name }) => name),
  };
}

const named = ({ columns }: Table): ReadonlyMap<string, Column> =>
  new Map(columns.map((column) => [column.name, column]));

/** The table while the restored columns have no values yet: they accept null. */
export function lenient(table: Table, { after }: Alter): Table {
  const columns = named(after);
  const relaxed = (column: Column): Column => ({ ...column, nullable: column.nullable || column.default === null });
  return { ...table, columns: table.columns.map((column) => (columns.has(column.name) ? column : relaxed(column))) };
}

function reverted<T>(
  present: readonly T[],
  before: readonly T[],
  after: readonly T[],
  nameOf: (each: T) => string,
): T[] {
  const names = (all: readonly T[]): Set<string> => new Set(all.map(nameOf));
  const [had, has, current] = [names(before), names(after), names(present)];
  const left = present.filter((each) => had.has(nameOf(each)) || !has.has(nameOf(each)));
  return [...left, ...before.filter((each) => !has.has(nameOf(each)) && !current.has(nameOf(each)))];
}
