import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Printed, Printer, Statement, WriteResult } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import { brokenRule, violation } from '../errors/violations.ts';
import type { Values } from '../query/plan/write/plan.ts';
import type { Insert } from '../query/sql/nodes.ts';
import { columnNamed, type Expression, fixed } from '../query/sql/nodes.ts';
import type { Collection } from '../schema/collection.ts';
import type { Column } from '../schema/column.ts';
import type { Kind } from '../schema/datatypes.ts';
import { isExactMoment, shownMoment } from '../schema/exact-moment.ts';
import type { Field } from '../schema/field.ts';
import { integerRange } from '../schema/integer-range.ts';
import { primaryKeyOf } from '../schema/schema.ts';
import type { Stored } from '../schema/stored.ts';
import { presentCollection } from './present-collection.ts';
import { PrintedForms } from './printed-forms.ts';
import type { Transaction } from './transaction.ts';

/**
 * Inserts a row and returns its key: the given one, an auto-increment if the key is null or zero, or else what the default
 * of its column gives. `restores` gives the row its former key, although its column may take only those of its counter.
 * Errors 204, 4, 12.
 */
export async function insertRow(
  tx: Transaction,
  collection: Collection,
  sent: Values,
  restores = false,
): Promise<Stored> {
  const key = primaryKeyOf(collection);
  const values = isByDefault(key.column, sent.get(key.name) ?? null)
    ? await withDefaultKey(tx, collection, key.column, sent)
    : sent;
  const given = values.get(key.name) ?? null;
  const counts = key.column?.autoIncrement === true && (given === null || given === 0);
  const returned = counts || isByDefault(key.column, given) ? key.name : null;
  const columns = [...values.keys()].filter((name) => name !== returned);
  const passed = key.column?.autoIncrement && !counts ? key.name : undefined;
  const { printer } = tx.context.store.dialect;
  const insert = {
    table: collection.name,
    columns,
    given: passed,
    overriding: restores && passed !== undefined,
    timed: returned !== null && isExactMoment(key),
  };
  const text = printedInsert(printer, insert, returned);
  const parameters = columns.map((name) => values.get(name) ?? null);
  const result = await guarded(tx, collection, values, () => tx.connection.run({ text, parameters }));
  const inserted = returned === null ? asRead(given) : counted(collection, returnedKey(key, result));
  tx.undo?.inserted(collection, inserted);
  return inserted;
}

/** The key of a new row that the engine has returned. */
function returnedKey(key: Field, { keys: [returned = null] }: WriteResult): Stored {
  return isExactMoment(key) ? shownMoment(returned) : returned;
}

/** A key in the form in which rows have it, which can be part of a payload. */
const asRead = (key: Stored): Stored => (typeof key === 'bigint' ? String(key) : key);

/** Whether the default of the key's column gives a key, which is the point of a default such as `uuid()`. */
function isByDefault(column: Column | null, given: Stored): column is Column {
  return given === null && column !== null && !column.autoIncrement && column.default !== null;
}

/** The values of a row with the key that the default of its column gives, if the insert would not return it. */
async function withDefaultKey(
  { context, connection }: Transaction,
  { name: table }: Collection,
  key: Column,
  values: Values,
): Promise<Values> {
  const { dialect } = context.store;
  if (!dialect.valueByDefault) return values;
  return new Map([...values, [key.name, await dialect.valueByDefault(connection, table, key)]]);
}

/** A row to be written. */
export interface NewRow {
  readonly collection: Collection;
  readonly values: Values;
}

/**
 * Inserts a row with an auto-increment key, and a second row whose column `foreignKey` refers to it. The key of the
 * second row is not returned. Errors 204, 4, which some engines report only at the end of the transaction.
 */
export async function appendTied(tx: Transaction, first: NewRow, foreignKey: string, second: NewRow): Promise<void> {
  if (tx.undo) {
    const key = await insertRow(tx, first.collection, first.values);
    await insertRow(tx, second.collection, new Map([[foreignKey, key], ...second.values]));
    return;
  }
  const texts = printedTied(tx.context.store.dialect.printer, first, foreignKey, second);
  const one = [...first.values.values()];
  const other = [...second.values.values()];
  const [text = '', following] = texts;
  if (following === undefined) await send(tx, second, { text, parameters: [...one, ...other] });
  else {
    await send(tx, first, { text, parameters: one });
    await send(tx, second, { text: following, parameters: other });
  }
}

/** Limits of a statement that every engine accepts. */
const MAX = { parameters: 30_000, rows: 1000, characters: 1_000_000 };

/**
 * Inserts rows, batching those with the same columns, and returns their keys in the same order. Errors 204, 4, 12, which
 * may name the values of another row of the statement.
 */
export async function insertRows(tx: Transaction, collection: Collection, rows: readonly Values[]): Promise<Stored[]> {
  const keys: Stored[] = [];
  for (const group of alike(rows)) keys.push(...(await insertGroup(tx, collection, group)));
  return keys;
}

async function insertGroup(tx: Transaction, collection: Collection, group: readonly Values[]): Promise<Stored[]> {
  const key = primaryKeyOf(collection);
  const [values = new Map<string, Stored>()] = group;
  const counts = key.column?.autoIncrement === true;
  const isSingle = group.length === 1 || tx.undo !== undefined;
  if (isSingle || counts === values.has(key.name)) return insertEach(tx, collection, group);
  const columns = [...values.keys()];
  const { printer } = tx.context.store.dialect;
  const insert = { table: collection.name, columns, rows: group.length };
  const text = printedInsert(printer, insert, counts ? key.name : null);
  const parameters = group.flatMap((row) => [...row.values()]);
  const { keys } = await guarded(tx, collection, values, () => tx.connection.run({ text, parameters }));
  return counts ? keys.map((each) => counted(collection, each)) : group.map((row) => asRead(row.get(key.name) ?? null));
}

/** The key that a counter gave, unless the column cannot hold it: some engines count on. Error 12. */
function counted(collection: Collection, key: Stored): Stored {
  const { column } = primaryKeyOf(collection);
  if ((typeof key !== 'number' && typeof key !== 'bigint') || !column || key <= integerRange(column)[1]) return key;
  throw keysUsedUp(collection);
}

async function insertEach(tx: Transaction, collection: Collection, group: readonly Values[]): Promise<Stored[]> {
  const keys: Stored[] = [];
  for (const row of group) keys.push(await insertRow(tx, collection, row));
  return keys;
}

/** Runs of rows with the same columns, as long as a statement allows. */
function alike(rows: readonly Values[]): Values[][] {
  const groups: Values[][] = [];
  let form = '';
  let characters = 0;
  for (const row of rows) {
    const columns = [...row.keys()].join('\0');
    const last = groups.at(-1);
    const most = Math.min(MAX.rows, Math.floor(MAX.parameters / Math.max(1, row.size)));
    characters += lengthOf(row);
    if (last && columns === form && row.size > 0 && last.length < most && characters < MAX.characters) last.push(row);
    else {
      groups.push([row]);
      characters = lengthOf(row);
    }
    form = columns;
  }
  return groups;
}

function lengthOf(row: Values): number {
  let length = 0;
  for (const value of row.values())
    length += typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
  return length;
}

/** Updates the row with a key. Errors 204, 4, which some engines report only at the end of the transaction. */
export async function updateRow(tx: Transaction, collection: Collection, key: Stored, values: Values): Promise<void> {
  if (values.size === 0) return;
  const form = { table: collection.name, columns: [...values.keys()], key: comparedColumn(primaryKeyOf(collection)) };
  await tx.undo?.changing(collection, hasKey(collection, key));
  const { text, parameters } = bind(printedUpdate(tx.context.store.dialect.printer, form), {
    ...NO_BINDING,
    keys: [key],
  });
  await send(tx, { collection, values }, { text, parameters: [...values.values(), ...parameters] });
}

/** Deletes the rows of a table that fulfil a condition; returns their number. */
export async function deleteWhere(tx: Transaction, table: string, where: Expression | null): Promise<number> {
  await tx.undo?.changing(presentCollection(tx.context, table), where);
  const statement = bind(tx.context.store.dialect.printer.delete({ table, where }), NO_BINDING);
  const { changes } = await tx.connection.run(statement);
  return changes;
}

/** A condition on a column of the only table of a statement without aliases. */
export function equals(name: string, value: Stored, kind: Kind): Expression {
  return isValue(columnNamed(name, kind, ''), value, kind);
}

/** The condition that a row of a collection has a key. */
export function hasKey(collection: Collection, key: Stored): Expression {
  return hasValue(primaryKeyOf(collection), key);
}

/** The condition that a row has a value in the column of a field. */
export function hasValue(field: Field, value: Stored): Expression {
  const column = comparedColumn(field);
  return isValue(column, value, column.kind);
}

/** The column of a field, compared as reads compare it. */
function comparedColumn({ name, kind, column }: Field): KeyColumn {
  return { ...columnNamed(name, kind ?? 'text', ''), ...(column?.comparedAs && { as: column.comparedAs }) };
}

type KeyColumn = ReturnType<typeof columnNamed>;

function isValue(left: KeyColumn, value: Stored, kind: Kind): Expression {
  return value === null
    ? { type: 'null', of: left, negated: false }
    : { type: 'compare', sign: '=', left, right: fixed(value, kind) };
}

/** Sends a statement whose result is not needed. It may fail later, but before the transaction ends. */
async function send(tx: Transaction, { collection, values }: NewRow, statement: Statement): Promise<void> {
  const { connection } = tx;
  if (connection.later) await connection.later(statement, (error) => refusalOf(tx, collection, values, error));
  else await guarded(tx, collection, values, () => connection.run(statement));
}

async function guarded(
  tx: Transaction,
  collection: Collection,
  values: Values,
  run: () => Promise<WriteResult>,
): Promise<WriteResult> {
  try {
    return await run();
  } catch (error) {
    throw refusalOf(tx, collection, values, error);
  }
}

/** Converts a database error about a row to an error of the catalogue; any other error is returned as it is. */
function refusalOf(tx: Transaction, collection: Collection, values: Values, error: unknown): unknown {
  const failure = tx.context.store.dialect.classify(error);
  if (failure?.kind === 'unique') {
    const isCounted = isOfCounter(collection, values, failure.columns);
    return isCounted ? keysUsedUp(collection) : duplicate(collection, values, failure.columns);
  }
  if (failure?.kind === 'notNull') return brokenRule(failure.column, violation.blank);
  return error;
}

/** Whether the counter gave a key that is taken, as MySQL's does when it has reached the end of its column. */
function isOfCounter(collection: Collection, values: Values, columns: readonly string[]): boolean {
  const { name, column } = primaryKeyOf(collection);
  return column?.autoIncrement === true && columns.join() === name && !values.get(name);
}

function keysUsedUp(collection: Collection): ApiError {
  return new ApiError('keysUsedUp', { field: primaryKeyOf(collection).name, collection: collection.name });
}

function duplicate(collection: Collection, values: Values, columns: readonly string[]): ApiError {
  const value = columns.map((name) => String(values.get(name) ?? '')).join('-');
  return new ApiError('duplicateItem', { value, collection: collection.name, field: columns.join(', ') });
}

const forms = new PrintedForms(1000);

/** An insert; its parameters are those of {@link Printer.insert}. Printed once per form. */
function printedInsert(printer: Printer, insert: Insert, key: string | null): string {
  const { table, columns, rows = 1, given = '', overriding = false, timed = false } = insert;
  const form = `insert\0${table}\0${rows}\0${given}\0${overriding}\0${timed}\0${key ?? ''}\0${columns.join('\0')}`;
  return forms.of(printer, form, () => ({ text: printer.insert(insert, key), sources: [] })).text;
}

const tiedForms = new PrintedForms<readonly string[]>(100);

/** The inserts of {@link appendTied}. Printed once per form. */
function printedTied(printer: Printer, first: NewRow, foreignKey: string, second: NewRow): readonly string[] {
  const from = { table: first.collection.name, columns: [...first.values.keys()] };
  const into = { table: second.collection.name, columns: [foreignKey, ...second.values.keys()] };
  const form = [from, into].map(({ table, columns }) => `${table}\0${columns.join('\0')}`).join('\0\0');
  return tiedForms.of(printer, form, () => printer.insertTied(from, primaryKeyOf(first.collection).name, into));
}

/** An update of the row with a key, which is the binding's first. Printed once per form. */
function printedUpdate(
  printer: Printer,
  { table, columns, key: left }: { table: string; columns: readonly string[]; key: KeyColumn },
): Printed {
  const { name, kind, as = '' } = left;
  const form = `update\0${table}\0${name}\0${kind}\0${as}\0${columns.join('\0')}`;
  return forms.of(printer, form, () => {
    const right: Expression = { type: 'parameter', kind, source: ({ keys }) => keys[0] ?? null };
    return printer.update({ table, columns, where: { type: 'compare', sign: '=', left, right } });
  });
}
