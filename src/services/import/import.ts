import { ApiError, isRefusal } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import { inTransaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { imports } from '../../schema/internal/imports.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { createMany } from '../items/create-many.ts';
import { groupsOf, type Line } from './lines.ts';
import { Position } from './position.ts';

const GROUP_BYTES = 4 * 1024 * 1024;

/** What is imported, and who hears of it. */
interface Import {
  readonly collection: string;
  /** Tells the import from others, so that it can go on after an end before time. */
  readonly name: string;
  /** One item a line, as JSON. */
  readonly lines: AsyncIterable<string>;
  /** Items of one transaction. */
  readonly size: number;
  /** Told of each line that is left out, once at least. */
  refused(line: number, reason: string): void;
  progress(done: Imported): void;
}

export interface Imported {
  /** Lines that an earlier import of that name has dealt with. */
  readonly skipped: number;
  readonly created: number;
  readonly refused: number;
}

/**
 * Creates an item of each line, through the same checks as any other creation. Lines that are refused are told of, and
 * left out. Memory holds one group of lines; how far the import has come is written in the transaction of the group,
 * so that a line is never imported twice. Errors 200, 11 (also where two imports have one name); those of items go to `refused`.
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

/** An import under way. */
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

  /** Imports a group; where it is refused, its halves, down to the line that is to blame. */
  async take(lines: readonly Line[]): Promise<void> {
    try {
      await this.#write(lines);
      this.#created += lines.length;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const half = lines.length >> 1;
      if (half === 0) return this.#leaveOut(lines[0], error);
      await this.take(lines.slice(0, half));
      await this.take(lines.slice(half));
    }
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

  async #leaveOut(line: Line | undefined, { message }: ApiError): Promise<void> {
    if (!line) return;
    // Told first: a process that dies in between tells it again, and never leaves a line out in silence.
    this.#what.refused(line.number, message);
    await inTransaction(this.#context, ({ connection }) => this.#position.move(connection, line.number));
    this.#position.moved(line.number);
    this.#refused++;
  }
}
