import type { Octavo, Untyped } from '@octavo/client';
import { OctavoError } from '@octavo/client';
import { itemsOf, keySegment, pathOf } from '../api/items.ts';
import type { Collection } from '../model/collection.ts';
import type { Row } from './rows.ts';

/** An item that the server did not change, and why. */
export interface Refused {
  readonly key: string;
  readonly title: string;
  readonly error: unknown;
}

/** The outcome of a change of many items. */
export interface Outcome {
  /** The items as they were before. */
  readonly done: readonly Row[];
  readonly refused: readonly Refused[];
  readonly isCancelled: boolean;
}

interface Work {
  readonly client: Octavo<Untyped>;
  readonly collection: Collection;
  /** The keys of the items. */
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
  /** Called with the number of items handled so far. */
  readonly onProgress: (count: number) => void;
}

const BATCH = 100;

/** Changes items in the same way, a hundred at a time. Those that are refused are reported; the others are changed. */
export function changeMany(work: Work, change: Row): Promise<Outcome> {
  return walk(work, Object.keys(change), (keys) => ask(work, 'PATCH', keys, change));
}

/** Deletes items permanently. */
export function deleteMany(work: Work): Promise<Outcome> {
  return walk(work, [], (keys) => ask(work, 'DELETE', keys));
}

/** Restores the former values of items. */
export async function restoreMany(
  { client, collection }: Pick<Work, 'client' | 'collection'>,
  before: readonly Row[],
): Promise<void> {
  for (const batch of batchesOf(before))
    await itemsOf(client, collection.name).updateMany(batch as never, { fields: [collection.key.name] } as never);
}

async function walk(work: Work, fields: readonly string[], act: Act): Promise<Outcome> {
  const [done, refused]: [Row[], Refused[]] = [[], []];
  for await (const rows of readAll(work, fields)) {
    if (work.signal.aborted) break;
    for (const { row, error } of await attempt(work, rows, act))
      if (error === undefined) done.push(pick(row, [work.collection.key.name, ...fields]));
      else refused.push({ key: keyIn(work, row), title: work.collection.title.render(row), error });
    work.onProgress(done.length + refused.length);
  }
  return { done, refused, isCancelled: work.signal.aborted };
}

type Act = (keys: readonly string[]) => Promise<unknown>;
type Attempted = readonly { readonly row: Row; readonly error?: unknown }[];

/** Acts on items together; if the server refuses, on halves of them, until it is known which ones it refuses. */
async function attempt(work: Work, rows: readonly Row[], act: Act): Promise<Attempted> {
  if (rows.length === 0 || work.signal.aborted) return [];
  try {
    await act(rows.map((row) => keyIn(work, row)));
    return rows.map((row) => ({ row }));
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (rows.length === 1) return rows.map((row) => ({ row, error }));
    const middle = Math.ceil(rows.length / 2);
    return [...(await attempt(work, rows.slice(0, middle), act)), ...(await attempt(work, rows.slice(middle), act))];
  }
}

/** Whether the server refused the request itself, so that a part of it may still be accepted. */
const isRefusal = (error: unknown): boolean =>
  error instanceof OctavoError && error.status >= 400 && error.status < 500 && ![401, 429].includes(error.status);

/** Reads the items in batches. */
async function* readAll({ client, collection, keys }: Work, fields: readonly string[]): AsyncGenerator<readonly Row[]> {
  const key = collection.key.name;
  const own = collection.title.paths.filter((path) => !path.includes('.'));
  const query = { fields: [...new Set([key, ...own, ...fields])], sort: key, limit: BATCH, status: '*' };
  for (const batch of batchesOf(keys)) {
    const filter = { [key]: { in: batch } };
    yield (await itemsOf(client, collection.name).list({ ...query, filter } as never)) as Row[];
  }
}

const ask = async (
  { client, collection }: Work,
  method: string,
  keys: readonly string[],
  change?: Row,
): Promise<unknown> =>
  client.request(
    method,
    `${pathOf(collection.name)}/${keys.map(keySegment).join()}`,
    change ? { fields: collection.key.name } : {},
    change,
  );

const keyIn = ({ collection }: Work, row: Row): string => String(row[collection.key.name]);

const pick = (row: Row, names: readonly string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]));

function* batchesOf<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += BATCH) yield list.slice(at, at + BATCH);
}
