import { bind, NO_BINDING } from '../dialects/bind.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Row } from '../query/shape/row.ts';
import { columnOf } from '../query/sql/columns.ts';
import { type Expression, fixed, type Select, selectFrom } from '../query/sql/nodes.ts';
import type { Column, Table } from '../schema/column.ts';
import { fits, mayMisfit } from '../schema/conversion.ts';
import { columnKind, type Kind } from '../schema/datatypes.ts';
import { textForm } from '../schema/text-form.ts';
import type { ColumnAddition, ColumnChange, Constraint, Misfit } from './misfit.ts';
import { seesValues } from './seen-values.ts';
import type { SchemaTransaction } from './transaction.ts';

const PAGE = 5000;
const MAX_PATTERN_LENGTH = 10_000;
const SHOWN = 60;
const ONE: Expression = { type: 'constant', value: true };

/**
 * Refuses a change of columns that existing values do not allow, before anything is changed, and names the first such
 * value if the caller may read it. Engines would fail halfway, each with its own message, and some would not fail at all. Error 404.
 */
export async function refuseData(tx: SchemaTransaction, table: Table, after: Table): Promise<void> {
  for (const addition of additions(table, after)) for (const [, check] of FILLING) await check(tx, addition);
  for (const change of columnChanges(table, after)) for (const [, check] of CHECKS) await check(tx, change);
}

/** Everything that {@link refuseData} would refuse. */
export async function misfitsIn(tx: SchemaTransaction, table: Table, after: Table): Promise<Misfit[]> {
  const misfits: Misfit[] = [];
  for (const change of additions(table, after))
    for (const [constraint, check] of FILLING) {
      const error = await check(tx, change).then(() => null, refusalOnly);
      if (error) misfits.push({ change, constraint, error });
    }
  for (const change of columnChanges(table, after))
    for (const [constraint, check] of CHECKS) {
      const error = await check(tx, change).then(() => null, refusalOnly);
      if (error) misfits.push({ change, constraint, error });
    }
  return misfits;
}

function refusalOnly(error: unknown): ApiError {
  if (error instanceof ApiError && error.entry === 'dataBreaksConstraint') return error;
  throw error;
}

/** The columns that remain in a table, before and after the change. */
export function columnChanges(table: Table, after: Table): ColumnChange[] {
  const old = new Map(table.columns.map((column) => [column.name, column]));
  return after.columns.flatMap((column) => {
    const before = old.get(column.name);
    return before ? { table, before, after: column } : [];
  });
}

function additions(table: Table, after: Table): ColumnAddition[] {
  const old = new Set(table.columns.map(({ name }) => name));
  return after.columns.filter(({ name }) => !old.has(name)).map((column) => ({ table, before: null, after: column }));
}

/** Some engines fill a new required column with empty texts and zeros; others refuse it. */
async function refuseUnfilled(tx: SchemaTransaction, { table, after }: ColumnAddition): Promise<void> {
  if (after.nullable || after.default !== null || after.autoIncrement) return;
  await refuseItem(tx, { table, before: null, after }, null);
}

/** All items get the default of a new column, which violates a unique constraint. */
async function refuseShared(tx: SchemaTransaction, { table, after }: ColumnAddition): Promise<void> {
  if (!after.unique || after.default === null || after.autoIncrement) return;
  const [row] = await select(tx, table, { columns: [{ type: 'count' }] });
  refuseTimes(tx, { table, before: null, after }, after.default, Number(row?.[0] ?? 0));
}

const FILLING: readonly (readonly [Constraint, (tx: SchemaTransaction, addition: ColumnAddition) => Promise<void>])[] =
  [
    ['required', refuseUnfilled],
    ['unique', refuseShared],
  ];

async function refuseRepeated(tx: SchemaTransaction, { table, before, after }: ColumnChange): Promise<void> {
  const isUnique = ({ unique, primaryKey }: Column): boolean => unique || primaryKey;
  if (!isUnique(after) || isUnique(before)) return;
  const value = columnOf(before);
  const counted: Expression = { type: 'count' };
  const [row] = await select(tx, table, {
    columns: [value, counted],
    where: { type: 'null', of: value, negated: true },
    group: [value],
    order: [{ by: counted, descending: true, nulls: 'none', text: false }],
    limit: 1,
  });
  refuseTimes(tx, { table, before, after }, row?.[0], Number(row?.[1] ?? 0));
}

function refuseTimes(
  tx: SchemaTransaction,
  change: ColumnChange | ColumnAddition,
  value: Row[number] | undefined,
  times: number,
): void {
  if (times < 2) return;
  const seen = `${shown(value)} occurs ${times === 2 ? 'twice' : `${times} times`}`;
  refuse(tx, change, 'unique', { seen, unseen: 'a value occurs more than once' });
}

async function refuseMissing(tx: SchemaTransaction, { table, before, after }: ColumnChange): Promise<void> {
  if (after.nullable || !before.nullable) return;
  await refuseItem(tx, { table, before, after }, { type: 'null', of: columnOf(before), negated: false });
}

/** Names the first item that has no value for a column. */
async function refuseItem(
  tx: SchemaTransaction,
  change: ColumnChange | ColumnAddition,
  where: Expression | null,
): Promise<void> {
  const { table } = change;
  const key = keyOf(table);
  const columns = [key ?? ONE];
  const order = key ? [{ by: key, descending: false, nulls: null, text: false }] : [];
  const [row] = await select(tx, table, { columns, where, order, limit: 1 });
  const unseen = 'an item has no value';
  if (row) refuse(tx, change, 'required', { seen: key ? `item ${shown(row[0])} has no value` : unseen, unseen });
}

const kindsOf = ({ before, after }: ColumnChange): [from: Kind, to: Kind] => [columnKind(before), columnKind(after)];

async function refuseLong(tx: SchemaTransaction, change: ColumnChange): Promise<void> {
  if (!mayBeLong(change)) return;
  const { table, before, after } = change;
  const where = isTooLong(change);
  const [row] = LONG_TEXTS.has(kindsOf(change)[0])
    ? await select(tx, table, { columns: [columnOf(before)], where, limit: 1 })
    : [await firstSuch(tx, change, (stored) => isLongerThan(stored, change))];
  if (row)
    refuse(tx, change, `${sizeOf(after)} characters long`, {
      seen: `${shown(row[0])} is longer`,
      unseen: 'a value is longer',
    });
}

/** Texts that the database compares, because they may be too long to be read here. */
const LONG_TEXTS: ReadonlySet<Kind> = new Set(['text', 'json']);

/** Whether there can be values with more characters than a text column allows. */
function mayBeLong(change: ColumnChange): boolean {
  const [from, to] = kindsOf(change);
  const [had, has] = [from === 'text' ? sizeOf(change.before) : Number.POSITIVE_INFINITY, sizeOf(change.after)];
  return to === 'text' && from !== 'binary' && has < had && has <= MAX_PATTERN_LENGTH;
}

/** A text is too long for a column if it matches a pattern of one more character than the limit. */
function isTooLong({ before, after }: ColumnChange): Expression {
  const pattern = fixed(`${'_'.repeat(sizeOf(after) + 1)}%`, 'text');
  return { type: 'like', left: columnOf(before), pattern, negated: false };
}

/** Whether a stored value has more characters, as a text, than a column allows. */
export function isLongerThan(stored: Row[number] | undefined, { before, after }: ColumnChange): boolean {
  if (stored === null || stored === undefined || stored instanceof Uint8Array) return false;
  const [text, most] = [textForm(stored, before), sizeOf(after)];
  return text.length > most && Array.from(text).length > most;
}

const sizeOf = (column: Column): number =>
  column.arguments === null ? Number.POSITIVE_INFINITY : Number(column.arguments);

async function refuseInvalid(tx: SchemaTransaction, change: ColumnChange): Promise<void> {
  const { before, after } = change;
  if (!mayMisfit(before, after)) return;
  const unfit = await firstSuch(tx, change, (stored) => isInvalid(stored, change));
  if (unfit)
    refuse(tx, change, `of the type ${after.datatype}`, {
      seen: `${shown(unfit[0])} does not fit`,
      unseen: 'a value does not fit',
    });
}

/**
 * The row with the first value that passes a test. Reads the values in chunks and tests them here, because the contract
 * defines what a value is, and engines differ.
 */
async function firstSuch(
  tx: SchemaTransaction,
  { table, before }: ColumnChange,
  isSuch: (stored: Row[number] | undefined) => boolean,
): Promise<Row | undefined> {
  const value = columnOf(before);
  const order = [{ by: keyOf(table) ?? value, descending: false, nulls: null, text: false }];
  const where: Expression = { type: 'null', of: value, negated: true };
  for (let offset = 0; ; offset += PAGE) {
    const rows = await select(tx, table, { columns: [value], where, order, limit: PAGE, offset: () => offset });
    const found = rows.find(([stored]) => isSuch(stored));
    if (found || rows.length < PAGE) return found;
  }
}

/** Whether a stored value is invalid in the new datatype. */
export function isInvalid(stored: Row[number] | undefined, { before, after }: ColumnChange): boolean {
  return !fits(plain(stored), before, after);
}

const plain = (stored: Row[number] | undefined): unknown => (typeof stored === 'bigint' ? String(stored) : stored);

/** The key of a table; null unless it consists of one column. */
export function keyOf({ columns }: Table): Expression | null {
  const key = columns.find(({ primaryKey }) => primaryKey);
  return key ? columnOf(key) : null;
}

async function select(tx: SchemaTransaction, { name }: Table, parts: Partial<Select>): Promise<Row[]> {
  const printed = tx.context.store.dialect.printer.select({ ...selectFrom(name, []), ...parts });
  return tx.connection.all(bind(printed, NO_BINDING));
}

function shown(stored: Row[number] | undefined): string {
  const text = stored instanceof Uint8Array ? Buffer.from(stored).toString('base64') : String(stored);
  return `"${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}"`;
}

/** What is wrong with the stored values, for callers who may read them and for all others. */
interface Reason {
  readonly seen: string;
  readonly unseen: string;
}

function refuse(
  { context }: SchemaTransaction,
  { table, before, after }: ColumnChange | ColumnAddition,
  constraint: string,
  { seen, unseen }: Reason,
): never {
  const example = seesValues(context, table, before ?? after) ? seen : unseen;
  throw new ApiError('dataBreaksConstraint', { field: after.name, constraint, example });
}

const CHECKS: readonly [Constraint, (tx: SchemaTransaction, change: ColumnChange) => Promise<void>][] = [
  ['unique', refuseRepeated],
  ['required', refuseMissing],
  ['length', refuseLong],
  ['type', refuseInvalid],
];
