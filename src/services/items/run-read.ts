import { bind } from '../../dialects/bind.ts';
import type { Database, Reader } from '../../dialects/dialect.ts';
import type { Item, Row, Viewer } from '../../query/shape/decoder.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import type { Stored } from '../../schema/field-type.ts';
import type { CompiledChild, CompiledNode } from './compiled-read.ts';
import { addWeights, type Weights } from './weight.ts';

/** The values that a read is run with, and for whom. */
export type Reading = Binding & Viewer;

/** Runs a node and what hangs on it: one statement per relation, however many rows there are. */
export async function runNode(reader: Reader, node: CompiledNode, binding: Reading): Promise<Item[]> {
  return (await runRows(reader, node, binding)).items;
}

/** The same, with the rows that the items are made of. */
export async function runRows(reader: Reader, node: CompiledNode, binding: Reading): Promise<Decoded> {
  const rows = await reader.all(bind(node.printed, binding));
  return decodeRows(reader, node, rows, binding);
}

/** Runs a node whose rows are read some at a time; what hangs on them is read along. */
export async function* streamNode(
  database: Database,
  node: CompiledNode,
  binding: Reading,
  size: number,
): AsyncGenerator<Item[]> {
  for await (const rows of database.chunks(bind(node.printed, binding), size)) {
    const { items } = await decodeRows(database, node, rows, binding);
    yield items;
  }
}

interface Decoded {
  readonly rows: readonly Row[];
  readonly items: Item[];
  readonly weights: Weights;
}

const NOTHING: Decoded = { rows: [], items: [], weights: [] };

/** The items of a node's rows, with what hangs on them. */
export async function decodeRows(
  reader: Reader,
  node: CompiledNode,
  rows: readonly Row[],
  binding: Reading,
): Promise<Decoded> {
  const { decode, children } = node;
  const items = rows.map((row) => decode(row, binding));
  const weights: Weights = [];
  for (const child of children) await attach(reader, child, { rows, items, weights }, binding);
  return { rows, items, weights };
}

async function attach(reader: Reader, child: CompiledChild, parent: Decoded, binding: Reading): Promise<void> {
  const { node, keyAt, name } = child;
  if (!node) return attachKeys(child, parent);
  const held = parent.rows.map((row) => row[keyAt] ?? null);
  const keys = distinct(held);
  const related = keys.length > 0 ? await runRows(reader, node, { ...binding, keys }) : NOTHING;
  addWeights(parent.weights, held, related, child.tieAt);
  const find = child.many ? groupsOf(child, related) : itemsOf(child, related);
  parent.rows.forEach((row, index) => {
    const item = parent.items[index];
    if (item && name in item) item[name] = find(row[keyAt] ?? null);
  });
}

/** A related item that may not be read is shown by its key alone. */
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
