import { bind } from '../../dialects/bind.ts';
import type { Database, Reader } from '../../dialects/dialect.ts';
import { ResultTooLarge } from '../../dialects/result-size.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Item, Viewer } from '../../query/shape/decoder.ts';
import type { Row } from '../../query/shape/row.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import { keyText } from '../../schema/key-text.ts';
import type { Stored } from '../../schema/stored.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { type Budget, valuesOf } from './budget.ts';
import type { CompiledChild, CompiledNode } from './compiled-read.ts';
import { type Form, ITEMS, type Lookup, TEXTS } from './forms.ts';
import type { Lanes } from './lanes.ts';
import { type NameOf, pairedKeys } from './paired-keys.ts';
import { addWeights, type Weights } from './weight.ts';

/** The number of rows, and of their values, decoded before yielding to the event loop. */
const ROWS_AT_ONCE = 500;
const VALUES_AT_ONCE = 10_000;

/** The values that a read runs with, the viewer, the budget, and the limit on concurrent statements. */
export type Reading = Binding & Viewer & { readonly budget: Budget; readonly lanes: Lanes };

/** Runs a node and its nested relations: one statement per relation, regardless of the number of rows. */
export function runNode(reader: Reader, node: CompiledNode, binding: Reading): Awaitable<Item[]> {
  return andThen(runRows(reader, node, binding), ({ items }) => items);
}

/** The same, together with the rows from which the items were decoded. */
export function runRows(reader: Reader, node: CompiledNode, binding: Reading): Awaitable<Decoded> {
  return runAs(reader, node, binding, ITEMS);
}

/** The same, with the items as JSON texts. The node must be {@link isWritable}. */
export function runWritten(reader: Reader, node: CompiledNode, binding: Reading): Awaitable<Shaped<string>> {
  return runAs(reader, node, binding, TEXTS);
}

function runAs<T, R>(reader: Reader, node: CompiledNode, binding: Reading, form: Form<T, R>): Awaitable<Shaped<T>> {
  return andThen(reader.all(bind(node.printed, binding)), (rows) => shapeRows(reader, node, rows, binding, form));
}

/** Streams a node in chunks, each with its nested relations. A chunk holds as many rows as its budget allows. */
export async function* streamNode(
  database: Database,
  node: CompiledNode,
  binding: Reading,
  size: number,
): AsyncGenerator<Item[]> {
  let atOnce = size;
  for await (const rows of database.chunks(bind(node.printed, binding), size)) {
    for (let done = 0; done < rows.length; ) {
      const piece = rows.slice(done, done + atOnce);
      const items = await decodedOrTooMany(database, node, piece, binding);
      if (items) yield items;
      if (items) done += piece.length;
      await yieldToEventLoop();
      atOnce = items ? Math.min(size, atOnce * 2) : Math.ceil(piece.length / 4);
    }
  }
}

/** The items of some rows; null if they exceed the budget of a chunk, unless the chunk cannot be split further. */
async function decodedOrTooMany(
  reader: Reader,
  node: CompiledNode,
  rows: readonly Row[],
  binding: Reading,
): Promise<Item[] | null> {
  const budget = rows.length > 1 ? binding.budget.ofPiece() : binding.budget.fresh();
  try {
    return (await decodeRows(reader, node, rows, { ...binding, budget })).items;
  } catch (error) {
    if (isTooLarge(error) && rows.length > 1) return null;
    throw error;
  }
}

/** Whether an error means that a read exceeds what an answer may show, or the server may read, at once. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ResultTooLarge || (error instanceof ApiError && error.entry === 'queryTooLarge');
}

/** Rows, what they have become, and how many values each shows. */
interface Shaped<T> {
  readonly rows: readonly Row[];
  readonly items: T[];
  readonly weights: Weights;
}

type Decoded = Shaped<Item>;

/** The items of a node's rows, with their nested relations. */
export function decodeRows(
  reader: Reader,
  node: CompiledNode,
  rows: readonly Row[],
  binding: Reading,
): Awaitable<Decoded> {
  return shapeRows(reader, node, rows, binding, ITEMS);
}

/** The items of a node's rows as JSON texts, with their nested relations. The node must be {@link isWritable}. */
export function writeRows(
  reader: Reader,
  node: CompiledNode,
  rows: readonly Row[],
  binding: Reading,
): Awaitable<Shaped<string>> {
  return shapeRows(reader, node, rows, binding, TEXTS);
}

function shapeRows<T, R>(
  reader: Reader,
  node: CompiledNode,
  rows: readonly Row[],
  binding: Reading,
  form: Form<T, R>,
): Awaitable<Shaped<T>> {
  const weights = rows.map(valuesOf);
  const values = weights.reduce((sum, weight) => sum + weight, 0);
  binding.budget.take(values);
  // Most reads are short and have no relations, so there is nothing to wait for.
  if (node.children.length > 0 || rows.length >= ROWS_AT_ONCE || values >= VALUES_AT_ONCE)
    return shapeAll(reader, node, { rows, weights }, binding, form);
  const shape = form.of(node);
  return { rows, items: rows.map((row) => shape(row, binding, [])), weights };
}

async function shapeAll<T, R>(
  reader: Reader,
  node: CompiledNode,
  { rows, weights }: Omit<Shaped<T>, 'items'>,
  binding: Reading,
  form: Form<T, R>,
): Promise<Shaped<T>> {
  const lookups: Lookup<R>[] = [];
  const tasks = node.children.map((child, index) => async () => {
    lookups[index] = await relatedOf(reader, child, { rows, weights }, binding, form);
  });
  if (reader.concurrent && tasks.length > 1) await binding.lanes.run(tasks);
  else for (const task of tasks) await task();
  const shape = form.of(node);
  const items: T[] = [];
  let values = 0;
  for (const row of rows) {
    items.push(shape(row, binding, lookups));
    values += weights[items.length - 1] ?? 0;
    if (items.length % ROWS_AT_ONCE !== 0 && values < VALUES_AT_ONCE) continue;
    values = 0;
    await yieldToEventLoop();
  }
  return { rows, items, weights };
}

/** Reads the items that a relation of some rows refers to. */
async function relatedOf<T, R>(
  reader: Reader,
  { node, keyAt, showKey, tieAt, many, loose, nameOf: exactly }: CompiledChild,
  parent: Omit<Shaped<T>, 'items'>,
  binding: Reading,
  form: Form<T, R>,
): Promise<Lookup<R>> {
  if (!node) return (key) => form.key(showKey(key));
  const held = parent.rows.map((row) => row[keyAt] ?? null);
  const keys = distinct(held);
  const related = keys.length > 0 ? await runAs(reader, node, { ...binding, keys }, form) : NOTHING;
  const tied = related.rows.map((row) => row[tieAt] ?? null);
  const nameOf = loose ? pairedKeys(...(many ? ([held, tied] as const) : ([tied, held] as const))) : exactly;
  addWeights(parent.weights, held, related, tieAt, { budget: binding.budget, nameOf });
  return (many ? groupsOf : itemsOf)(related, tied.map(nameOf), nameOf, form);
}

const NOTHING: Shaped<never> = { rows: [], items: [], weights: [] };

function distinct(keys: readonly Stored[]): Stored[] {
  return [...new Map(keys.filter((key) => key !== null).map((key) => [keyText(key), key])).values()];
}

function itemsOf<T, R>({ items }: Shaped<T>, names: readonly string[], nameOf: NameOf, form: Form<T, R>): Lookup<R> {
  const byKey = new Map(names.map((name, index) => [name, items[index]]));
  return (key) => form.one((key === null ? undefined : byKey.get(nameOf(key))) ?? null);
}

function groupsOf<T, R>({ items }: Shaped<T>, names: readonly string[], nameOf: NameOf, form: Form<T, R>): Lookup<R> {
  const groups = new Map<string, T[]>();
  names.forEach((key, index) => {
    const item = items[index];
    const group = groups.get(key);
    if (item === undefined) return;
    if (group) group.push(item);
    else groups.set(key, [item]);
  });
  return (key) => form.many(groups.get(nameOf(key)) ?? []);
}
