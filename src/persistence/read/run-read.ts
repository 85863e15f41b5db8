import { bind } from '../../dialects/bind.ts';
import type { Database, Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Item, Row, Viewer } from '../../query/shape/decoder.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import type { Stored } from '../../schema/field-type.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { type Budget, valuesOf } from './budget.ts';
import type { CompiledChild, CompiledNode } from './compiled-read.ts';
import type { Lanes } from './lanes.ts';
import { addWeights, type Weights } from './weight.ts';

/** The number of rows decoded before yielding to the event loop. */
const ROWS_AT_ONCE = 500;

/** The values that a read runs with, the viewer, the budget, and how much may run at the same time. */
export type Reading = Binding & Viewer & { readonly budget: Budget; readonly lanes: Lanes };

/** Runs a node and its nested relations: one statement per relation, regardless of the number of rows. */
export function runNode(reader: Reader, node: CompiledNode, binding: Reading): Awaitable<Item[]> {
  return andThen(runRows(reader, node, binding), ({ items }) => items);
}

/** The same, together with the rows from which the items were decoded. */
export function runRows(reader: Reader, node: CompiledNode, binding: Reading): Awaitable<Decoded> {
  return andThen(reader.all(bind(node.printed, binding)), (rows) => decodeRows(reader, node, rows, binding));
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
  const budget = rows.length > 1 ? binding.budget.ofPiece() : binding.budget.anew();
  try {
    return (await decodeRows(reader, node, rows, { ...binding, budget })).items;
  } catch (error) {
    if (isTooLarge(error) && rows.length > 1) return null;
    throw error;
  }
}

/** Whether an error means that a read exceeds what an answer may show at once. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.entry === 'queryTooLarge';
}

interface Decoded {
  readonly rows: readonly Row[];
  readonly items: Item[];
  readonly weights: Weights;
}

const NOTHING: Decoded = { rows: [], items: [], weights: [] };

/** The items of a node's rows, with their nested relations. */
export function decodeRows(
  reader: Reader,
  node: CompiledNode,
  rows: readonly Row[],
  binding: Reading,
): Awaitable<Decoded> {
  const weights = rows.map(valuesOf);
  binding.budget.take(weights.reduce((sum, weight) => sum + weight, 0));
  // Most reads are short and have no relations: then there is nothing to wait for.
  if (node.children.length > 0 || rows.length >= ROWS_AT_ONCE) return decodeAll(reader, node, rows, weights, binding);
  return { rows, items: rows.map((row) => node.decode(row, binding)), weights };
}

async function decodeAll(
  reader: Reader,
  { decode, children }: CompiledNode,
  rows: readonly Row[],
  weights: Weights,
  binding: Reading,
): Promise<Decoded> {
  const items: Item[] = [];
  for (const row of rows) {
    items.push(decode(row, binding));
    if (items.length % ROWS_AT_ONCE === 0) await yieldToEventLoop();
  }
  const parent = { rows, items, weights };
  const tasks = children.map((child) => () => attach(reader, child, parent, binding));
  if (reader.concurrent && tasks.length > 1) await binding.lanes.run(tasks);
  else for (const task of tasks) await task();
  return parent;
}

async function attach(reader: Reader, child: CompiledChild, parent: Decoded, binding: Reading): Promise<void> {
  const { node, keyAt, name } = child;
  if (!node) return attachKeys(child, parent);
  const held = parent.rows.map((row) => row[keyAt] ?? null);
  const keys = distinct(held);
  const related = keys.length > 0 ? await runRows(reader, node, { ...binding, keys }) : NOTHING;
  addWeights(parent.weights, held, related, child.tieAt, binding.budget);
  const find = child.many ? groupsOf(child, related) : itemsOf(child, related);
  parent.rows.forEach((row, index) => {
    const item = parent.items[index];
    if (item && name in item) item[name] = find(row[keyAt] ?? null);
  });
}

/** A related item that may not be read is reduced to its key. */
function attachKeys({ name, keyAt, keyName }: CompiledChild, { rows, items }: Decoded): void {
  rows.forEach((row, index) => {
    const item = items[index];
    const key = row[keyAt] ?? null;
    if (item && name in item) item[name] = key === null ? null : { [keyName]: key };
  });
}

function distinct(keys: readonly Stored[]): Stored[] {
  return [...new Map(keys.filter((key) => key !== null).map((key) => [String(key), key])).values()];
}

function itemsOf({ tieAt }: CompiledChild, { rows, items }: Decoded): (key: Stored) => unknown {
  const byKey = new Map(rows.map((row, index) => [String(row[tieAt]), items[index]]));
  return (key) => (key === null ? null : (byKey.get(String(key)) ?? null));
}

function groupsOf({ tieAt }: CompiledChild, { rows, items }: Decoded): (key: Stored) => unknown {
  const groups = new Map<string, Item[]>();
  rows.forEach((row, index) => {
    const key = String(row[tieAt]);
    const item = items[index];
    const group = groups.get(key);
    if (!item) return;
    if (group) group.push(item);
    else groups.set(key, [item]);
  });
  return (key) => groups.get(String(key)) ?? [];
}
