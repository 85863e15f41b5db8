import { jobChanges } from '../../schema/internal/jobs.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { removeRows } from '../remove-rows.ts';
import type { Store } from '../store.ts';
import { jobRows } from './job-rows.ts';

/**
 * Deletes what jobs keep to undo their changes in a collection that was dropped. Otherwise an undo would put its items
 * into a later collection of the same name.
 */
export async function forgetChanges(store: Store, collection: string): Promise<void> {
  if (!store.catalog.internalTables.has(jobChanges.name)) return;
  for (const job of await jobsIn(store, collection)) await removeRows(store, jobChanges, [['job', '=', job]]);
}

async function jobsIn(store: Store, collection: string): Promise<readonly number[]> {
  const chunks = jobRows(store).chunks(store.database, [], [], CHUNK, { columns: ['id', 'input'] });
  const found: number[] = [];
  for await (const rows of chunks)
    for (const { id, input } of rows) if (collectionIn(String(input)) === collection) found.push(Number(id));
  return found;
}

/** Inputs may be long. */
const CHUNK = 100;

function collectionIn(input: string): unknown {
  const parsed = parseJson(input);
  return isRecord(parsed) ? parsed.collection : undefined;
}
