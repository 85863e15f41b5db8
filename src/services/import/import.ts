import { ApiError, isRefusal } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { imports } from '../../schema/internal/imports.ts';
import { collectionOf } from '../../schema/schema.ts';
import { byHalves } from '../../shared/by-halves.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { createMany } from '../items/create-many.ts';
import { groupsOf, type Line } from './lines.ts';
import { Position } from './position.ts';

const GROUP_BYTES = 4 * 1024 * 1024;

/** What to import, and the callbacks for progress and refused lines. */
interface Import {
  readonly collection: string;
  /** Identifies the import, so that an interrupted one can resume. */
  readonly name: string;
  /** One JSON item per line. */
  readonly lines: AsyncIterable<string>;
  /** Items per transaction. */
  readonly size: number;
  /** Called at least once for each line that is left out. */
  refused(line: number, reason: string): void;
  progress(done: Imported): void;
}

export interface Imported {
  /** Lines that an earlier run of this import has processed. */
  readonly skipped: number;
  readonly created: number;
  readonly refused: number;
}

/**
 * Creates an item from each line, with the same checks as any other creation. Refused lines are reported and left out.
 * Memory holds one group of lines. The position is saved in the group's transaction, so that no line is imported twice.
 * Errors 200, 11 (also if two imports have the same name); errors of items go to `refused`.
 */
export async function importItems(context: Context, what: Import): Promise<Imported> {
  const { store } = context;
  const collection = collectionOf(store.catalog.schema, what.collection);
  await store.internalTable(imports);
  const position = new Position(context, what.collection, what.name);
  const skipped = await position.take();
  const work = new Work(context, collection, position, what);
  for await (const group of groupsOf(what.lines, { skipped, size: what.size, bytes: GROUP_BYTES })) {
    await work.take(group);
    what.progress({ skipped, ...work.count });
  }
  await store.database.transaction((connection) => position.erase(connection));
  return { skipped, ...work.count };
}

/** An import in progress. */
class Work {
  readonly #context: Context;
  readonly #collection: Collection;
  readonly #position: Position;
  readonly #what: Import;
  #created = 0;
  #refused = 0;

  constructor(context: Context, collection: Collection, position: Position, what: Import) {
    this.#context = context;
    this.#collection = collection;
    this.#position = position;
    this.#what = what;
  }

  get count(): Omit<Imported, 'skipped'> {
    return { created: this.#created, refused: this.#refused };
  }

  /** Imports a group, without the lines that cause errors. */
  take(lines: readonly Line[]): Promise<void> {
    return byHalves(lines, {
      write: async (part) => {
        await this.#write(part);
        this.#created += part.length;
      },
      isRefusal,
      leaveOut: (line, error) => this.#leaveOut(line, error),
    });
  }

  async #write(lines: readonly Line[]): Promise<void> {
    const context = { ...this.#context, now: new Date() };
    const payloads = await Promise.all(lines.map((line) => this.#payload(line)));
    const last = lines.at(-1)?.number ?? 0;
    await inTransaction(context, async (tx) => {
      await this.#position.move(tx.connection, last);
      await createMany(tx, this.#collection, payloads, new Map());
    });
    this.#position.moved(last);
  }

  #payload({ text }: Line): Promise<Payload> {
    const item = parseJson(text);
    if (!isRecord(item)) throw new ApiError('unprocessable', { reason: 'The line is no JSON object' });
    return hashPayload(this.#context.store.catalog.schema, this.#collection, item);
  }

  async #leaveOut(line: Line, { message }: ApiError): Promise<void> {
    // Report first: a process that dies in between reports the line again, but never drops one silently.
    this.#what.refused(line.number, message);
    await inTransaction(this.#context, ({ connection }) => this.#position.move(connection, line.number));
    this.#position.moved(line.number);
    this.#refused++;
  }
}
