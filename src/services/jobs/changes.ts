import { hash } from 'node:crypto';
import type { Reader } from '../../dialects/dialect.ts';
import type { Condition } from '../../persistence/conditions.ts';
import type { StoreView } from '../../persistence/store.ts';
import { type TableRow, TableRows } from '../../persistence/table-rows.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { jobChanges } from '../../schema/internal/jobs.ts';

/** A change of an item by a job, kept so that it can be undone. */
export interface JobChange {
  readonly id: number;
  readonly item: string;
  /** The state of the item after the job's change; null if it was deleted. */
  readonly after: string | null;
}

/** A change to keep. */
interface NewChange extends Omit<JobChange, 'id'> {
  /** The former values: the changed ones, or all of a deleted item. */
  readonly before: Item;
}

const rowsOf = ({ dialect }: StoreView): TableRows => new TableRows(dialect, jobChanges);

/** A digest that identifies a state of an item. */
export const stateOf = (item: Item): string => hash('sha256', JSON.stringify(item), 'base64url');

/** Keeps a change, in the transaction that makes it. */
export async function keepChange(
  { context, connection }: Transaction,
  job: number,
  { item, before, after }: NewChange,
): Promise<void> {
  const created = context.now.getTime();
  const row = { job, item, before: JSON.stringify(before), after, created_at: created };
  await rowsOf(context.store).insert(connection, row);
}

/** The latest changes of a job before a given one, newest first, without the former values, which may be long. */
export async function changesBefore(
  store: StoreView,
  reader: Reader,
  job: number,
  before: number | null,
  most: number,
): Promise<JobChange[]> {
  const where: Condition[] = [['job', '=', job], ...(before === null ? [] : [['id', '<', before] as const])];
  return (await rowsOf(store).find(reader, where, '-id', most, { columns: ['id', 'item', 'after'] })).map(toChange);
}

/** The former values of a change: the changed ones, or all of a deleted item. */
export async function valuesBefore({ context, connection }: Transaction, { id }: JobChange): Promise<Item> {
  const [row] = await rowsOf(context.store).find(connection, [['id', '=', id]], 'id', 1, { columns: ['before'] });
  return JSON.parse(String(row?.before)) as Item;
}

/** Whether the job has changes that can be undone. */
export async function hasChanges(store: StoreView, reader: Reader, job: number): Promise<boolean> {
  return (await rowsOf(store).find(reader, [['job', '=', job]], 'id', 1, { columns: ['id'] })).length > 0;
}

/** How many changes of a job can be undone. */
export async function countChanges(store: StoreView, reader: Reader, job: number): Promise<number> {
  return rowsOf(store).count(reader, [['job', '=', job]]);
}

/** Deletes a change that has been undone. */
export async function dropChange({ context, connection }: Transaction, { id }: JobChange): Promise<void> {
  await rowsOf(context.store).delete(connection, [['id', '=', id]]);
}

function toChange({ id, item, after }: TableRow): JobChange {
  return {
    id: Number(id),
    item: String(item),
    after: after === null || after === undefined ? null : String(after),
  };
}
