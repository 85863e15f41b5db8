import { bind } from '../../dialects/bind.ts';
import type { Reader, Statement } from '../../dialects/dialect.ts';
import { SYSTEM } from '../../permissions/caller.ts';
import type { FieldTree, Query } from '../../query/ast.ts';
import { EVERYTHING, restrict } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Row } from '../../query/shape/row.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import type { Scope } from '../context.ts';
import type { Source } from '../source.ts';
import { bindingFor } from './binding.ts';
import { compiledFor } from './plans.ts';
import { decodeRows } from './run-read.ts';

/** Reads the complete item, whatever its status. */
export const WHOLE: Query = { ...EVERYTHING, statuses: '*' };

/** An item as the server itself sees it, with the statement that read it. */
export interface Whole {
  readonly item: Item | undefined;
  readonly statement: Statement;
  readonly rows: Row[];
}

/** Reads one item with every column as the server itself sees it; undefined if it no longer exists. */
export async function readWhole(source: Source, collection: Collection, key: string): Promise<Item | undefined> {
  return (await readWholeAnew(source, collection, key)).item;
}

/** The same, with the statement that read it. */
export async function readWholeAnew(source: Source, collection: Collection, key: string): Promise<Whole> {
  const { items, statement, rows } = await wholesOf(source, collection, [key]);
  return { item: items[0], statement, rows };
}

/** The same for several items, by their keys. */
export async function readWholes(
  source: Source,
  collection: Collection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, Item>> {
  const { items } = await wholesOf(source, collection, keys);
  const { name } = primaryKeyOf(collection);
  return new Map(items.map((item) => [asText(item[name]), item]));
}

/**
 * Reads the key and the status of items, and the given other fields, as the server itself sees them. Unlike with
 * {@link readWholes}, long texts of the items do not matter.
 */
export async function readOutlines(
  source: Source,
  collection: Collection,
  keys: readonly string[],
  fields: readonly string[] = [],
): Promise<ReadonlyMap<string, Item>> {
  const { name } = primaryKeyOf(collection);
  const names = [name, ...(collection.status ? [collection.status.field.name] : []), ...fields];
  const query = { ...WHOLE, fields: fieldsNamed(names), shape: JSON.stringify(['outline', ...names]) };
  const { items } = await itemsOf(source, collection, restrict(query, name, keys), keys);
  return new Map(items.map((item) => [asText(item[name]), item]));
}

const fieldsNamed = (names: readonly string[]): FieldTree => ({
  all: false,
  below: null,
  names: new Map(names.map((name) => [name, null])),
  without: new Set(),
});

function wholesOf(source: Source, collection: Collection, keys: readonly string[]) {
  const query = keys.length === 1 ? queryOfOne(collection) : restrict(WHOLE, primaryKeyOf(collection).name, keys);
  return itemsOf(source, collection, query, keys);
}

async function itemsOf({ context, reader }: Source, collection: Collection, query: Query, keys: readonly string[]) {
  const asServer = seenByServer(context);
  const { root } = compiledFor(asServer, collection, query);
  const binding = bindingFor(asServer, query, keys);
  const statement = bind(root.printed, binding);
  const rows = await reader.all(statement);
  const { items } = await decodeRows(reader, root, rows, binding);
  return { items, statement, rows };
}

/** A context in which the server reads for itself. Naming the properties is much faster than spreading. */
function seenByServer({ store, client, now, write, joint }: Scope): Scope {
  return joint ? { store, client, now, write, joint, caller: SYSTEM } : { store, client, now, write, caller: SYSTEM };
}

/** By collection. The key of the item is one of the values that the query runs with. */
const ofOne = new WeakMap<Collection, Query>();

function queryOfOne(collection: Collection): Query {
  const known = ofOne.get(collection);
  if (known) return known;
  const made = restrict(WHOLE, primaryKeyOf(collection).name, ['']);
  ofOne.set(collection, made);
  return made;
}

/** A reader that answers the statement of an item that was already read with the rows found at that time. */
export function replaying(reader: Reader, { statement, rows }: Whole): Reader {
  return { all: async (asked) => (isSame(asked, statement) ? rows : reader.all(asked)) };
}

function isSame(one: Statement, other: Statement): boolean {
  return (
    one.text === other.text &&
    one.parameters.length === other.parameters.length &&
    one.parameters.every((value, index) => value === other.parameters[index])
  );
}
