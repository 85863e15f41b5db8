import { setTimeout } from 'node:timers/promises';
import type { Connection, Dialect } from '../../dialects/dialect.ts';
import { runStatements } from '../../dialects/run-statements.ts';
import { serverContext } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { Store } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { cleanRecord, secretNames } from '../../query/plan/write/recorded.ts';
import { upkeep } from '../../schema/internal/upkeep.ts';
import type { Schema } from '../../schema/schema.ts';
import { revisions } from '../../schema/system/revisions.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';

const TASK = 'revisions without secrets';
/** The number of revisions between pauses. */
const BATCH = 20;
/** The number of batches between saves of the progress. */
const REMEMBERED = 50;
const COLUMNS = ['data', 'delta'] as const;

/**
 * Removes secrets from revisions that earlier versions of Octavo have written, once per project. Works in batches, and
 * pauses after each for as long as it took. Resumes after an interruption; several servers may run it concurrently.
 * Stops early when `signal` aborts.
 */
export async function cleanRevisions(store: Store, signal: AbortSignal): Promise<void> {
  const progress = await Progress.of(store);
  for (let batches = 1; !progress.isEnded && !signal.aborted; batches++) {
    const began = performance.now();
    const ids = await idsAfter(store, progress.position, BATCH);
    const names = secretNames(store.catalog.schema);
    for (const id of ids) await cleanRevision(store, id, names);
    const last = ids.at(-1);
    if (last === undefined) return progress.end();
    progress.position = last;
    if (batches % REMEMBERED === 0) await progress.remember();
    await setTimeout(performance.now() - began, undefined, { signal }).catch(() => {});
  }
}

/** Records that there is nothing to remove, in a new project whose first revision is yet to be written. */
export async function recordClean(connection: Connection, dialect: Dialect): Promise<void> {
  if (!(await dialect.internalTables(connection)).includes(upkeep.name))
    await runStatements(connection, dialect.ddl.create(upkeep));
  const rows = new TableRows(dialect, upkeep);
  await rows.delete(connection, [['id', '=', TASK]]);
  await rows.insert(connection, { id: TASK, position: 0, ended_at: Date.now() });
}

async function idsAfter({ dialect, database }: Store, position: number, most: number): Promise<number[]> {
  const where = [['id', '>', position]] as const;
  const rows = await new TableRows(dialect, revisions).find(database, where, 'id', most, { columns: ['id'] });
  return rows.map(({ id }) => Number(id));
}

/** Reads revisions one by one, since each may take megabytes. */
async function cleanRevision(store: Store, id: number, names: readonly string[]): Promise<void> {
  const { schema } = store.catalog;
  const rows = new TableRows(store.dialect, revisions);
  const [row] = await rows.find(store.database, [['id', '=', id]], 'id', 1);
  if (!row) return;
  const entries = COLUMNS.flatMap((column): [string, string][] => {
    const text = String(row[column] ?? '');
    const mayHold = names.some((name) => text.includes(`"${name}"`));
    const clean = mayHold ? cleanText(schema, String(row.collection), text) : text;
    return clean === text ? [] : [[column, clean]];
  });
  if (entries.length === 0) return;
  await inTransaction(serverContext(store), async ({ connection }) => {
    await rows.update(connection, [['id', '=', id]], Object.fromEntries(entries));
  });
}

/** Returns the text unchanged if it holds no secrets. */
function cleanText(schema: Schema, collection: string, text: string): string {
  const record = parseJson(text);
  if (!isRecord(record)) return text;
  const clean = JSON.stringify(cleanRecord(schema, schema.collections.get(collection), record));
  return clean === JSON.stringify(record) ? text : clean;
}

/** The progress of the clean-up, saved in the project's database. */
class Progress {
  position = 0;
  isEnded = false;
  readonly #store: Store;
  readonly #rows: TableRows;

  private constructor(store: Store) {
    this.#store = store;
    this.#rows = new TableRows(store.dialect, upkeep);
  }

  /** Without revisions there is nothing to do and nothing to save. */
  static async of(store: Store): Promise<Progress> {
    const progress = new Progress(store);
    progress.isEnded = (await idsAfter(store, 0, 1)).length === 0;
    if (!progress.isEnded) await progress.#recall();
    return progress;
  }

  async #recall(): Promise<void> {
    const own = await this.#store.dialect.internalTables(this.#store.database);
    if (!own.includes(upkeep.name)) return;
    const [row] = await this.#rows.find(this.#store.database, [['id', '=', TASK]], 'id', 1);
    this.position = Number(row?.position ?? 0);
    this.isEnded = row !== undefined && row.ended_at !== null;
  }

  /**
   * Ignores failures: unsaved work is only repeated. Another server may have saved it, or the database user may not
   * create the table.
   */
  async remember(endedAt: number | null = null): Promise<void> {
    await this.#save(endedAt).catch(() => {});
  }

  async #save(endedAt: number | null): Promise<void> {
    const { database } = this.#store;
    await this.#store.internalTable(upkeep);
    const values = { position: this.position, ended_at: endedAt };
    if ((await this.#rows.find(database, [['id', '=', TASK]], 'id', 1)).length > 0)
      await this.#rows.update(database, [['id', '=', TASK]], values);
    else await this.#rows.insert(database, { id: TASK, ...values });
  }

  end(): Promise<void> {
    return this.remember(Date.now());
  }
}
