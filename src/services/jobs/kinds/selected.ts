import { ApiError } from '../../../errors/api-error.ts';
import { invalid } from '../../../errors/violations.ts';
import type { Context } from '../../../persistence/context.ts';
import { presentCollection } from '../../../persistence/present-collection.ts';
import { committed } from '../../../persistence/source.ts';
import type { Transaction } from '../../../persistence/transaction.ts';
import { parseFilter } from '../../../query/parse/filter.ts';
import { toKey } from '../../../query/plan/write/keys.ts';
import type { Collection } from '../../../schema/collection.ts';
import { isSystemCollection } from '../../../schema/system/tables.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { countMatching, cursorAfter, matchingKeys, type Selection } from '../../items/matching.ts';
import type { JobRun } from '../kind.ts';
import { handlePieces } from './pieces.ts';

/** The items that a job handles: all matching items of a collection. */
export interface Selected {
  readonly collection: string;
  /** The filter as sent. An empty one selects all items. */
  readonly filter: unknown;
  readonly q?: string;
  readonly status?: string;
}

/** The cursor after the last item that was handled; null before the first. */
export interface SelectedCheckpoint {
  readonly after: string | null;
}

const MEMBERS: readonly string[] = ['collection', 'filter', 'q', 'status'];

/** Checks the selection on behalf of the caller. Errors 4, 200, 201, and those of a list. */
export async function selected(
  context: Context,
  sent: Readonly<Record<string, unknown>>,
  members: readonly string[] = [],
): Promise<{ readonly collection: Collection; readonly input: Selected }> {
  const known = [...MEMBERS, ...members];
  const unknown = Object.keys(sent).find((name) => !known.includes(name));
  if (unknown !== undefined) throw invalid(unknown, `one of ${known.join(', ')}`);
  const collection = userCollection(context, sent.collection);
  const input: Selected = {
    collection: collection.name,
    filter: checkedFilter(sent.filter),
    ...textIn(sent, 'q'),
    ...textIn(sent, 'status'),
  };
  await matchingKeys(committed(context), collection, selectionOf(input), { after: null, most: 1 });
  return { collection, input };
}

function userCollection(context: Context, name: unknown): Collection {
  if (typeof name !== 'string') throw invalid('collection', 'the name of a collection');
  if (isSystemCollection(name)) throw new ApiError('systemCollectionAccess', { collection: name });
  return presentCollection(context, name);
}

/** Refuses conditions that a list would ignore, because here ignoring one would select more items than intended. */
function checkedFilter(filter: unknown): unknown {
  const expected = 'an object such as {"status": {"eq": "draft"}}, with a value in each condition; {} for all items';
  if (!isRecord(filter) && !Array.isArray(filter)) throw invalid('filter', expected);
  const counts = (Array.isArray(filter) ? filter : [filter]).map(countConditions);
  const isWhole = !Array.isArray(filter) || (counts.length > 0 && counts.every((count) => count > 0));
  if (!isWhole || parseFilter(JSON.stringify(filter)).conditions.length !== sumOf(counts))
    throw invalid('filter', expected);
  return filter;
}

function countConditions(filter: unknown): number {
  if (!isRecord(filter)) return Number.NaN;
  return sumOf(Object.values(filter).map(countOfField));
}

/** The number of conditions on a field, which has a value, operators with their values, or a list of either. */
function countOfField(conditions: unknown): number {
  if (Array.isArray(conditions)) return conditions.length === 0 ? Number.NaN : sumOf(conditions.map(countOfField));
  if (!isRecord(conditions)) return 1;
  return Object.keys(conditions).filter((name) => name !== 'logical').length || Number.NaN;
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

function textIn(sent: Readonly<Record<string, unknown>>, name: 'q' | 'status'): Partial<Selected> {
  const value = sent[name];
  if (value === undefined || value === null) return {};
  if (typeof value !== 'string' || value.trim() === '') throw invalid(name, 'a text that is not empty');
  return { [name]: value };
}

function selectionOf({ filter, q, status }: Selected): Selection {
  return {
    filter: JSON.stringify(filter),
    ...(q !== undefined && { q }),
    ...(status !== undefined && { status }),
  };
}

/** Does a step of a job that handles all matching items, in the order of their keys. */
export async function handleSelected(
  run: JobRun<Selected, SelectedCheckpoint>,
  treat: (tx: Transaction, collection: Collection, key: string) => Promise<void>,
): Promise<void> {
  const { context, input } = run;
  const collection = presentCollection(context, input.collection);
  const selection = selectionOf(input);
  if (run.checkpoint === null) return begin(run, await countMatching(context, collection, selection));
  const start = run.checkpoint;
  await handlePieces<string, SelectedCheckpoint>(run, {
    find: async (tx, most) => {
      const { after = null } = run.checkpoint ?? {};
      const { keys, after: end } = await matchingKeys(tx, collection, selection, { after, most });
      const last = keys.at(-1);
      return {
        pieces: keys,
        isLast: end === null,
        after: (key) => ({
          after: key === last && end !== null ? end : cursorAfter(collection, toKey(collection, key)),
        }),
      };
    },
    treat: (tx, key) => treat(tx, collection, key),
    keyOf: (key) => key,
    start,
  });
}

function begin(run: JobRun<Selected, SelectedCheckpoint>, total: number): Promise<void> {
  return run.commit(async () => ({ checkpoint: { after: null }, progress: { total } }));
}
