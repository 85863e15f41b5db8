import { ApiError } from '../../errors/api-error.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { isBlank } from '../../shared/is-blank.ts';
import { asText } from '../../shared/text.ts';
import { createMany } from '../items/create-many.ts';
import type { Answers } from '../items/execute.ts';
import { updateItem } from '../items/write-item.ts';
import { keysWith, plainText } from './find.ts';
import type { ImportInput } from './input.ts';
import { RelatedItems } from './related.ts';
import type { ReadyRow } from './row.ts';

/** How many items were created and updated. */
export interface WrittenRows {
  readonly created: number;
  readonly updated: number;
}

/** What happens to a row. */
export type RowFate = { readonly does: 'create' } | { readonly does: 'update'; readonly key: string };

/**
 * Writes rows inside the caller's transaction, in order. Throws the errors of a write, and error 4 for keys and related
 * items.
 */
export class RowWriter {
  readonly #tx: Transaction;
  readonly #collection: Collection;
  readonly #input: ImportInput;
  readonly #answers: Answers;
  readonly #related: RelatedItems;
  #waiting: Payload[] = [];
  /** The keys of the rows that are queued for creation. */
  readonly #keys = new Set<string>();
  #created = 0;
  #updated = 0;

  constructor(tx: Transaction, collection: Collection, input: ImportInput, answers: Answers) {
    this.#tx = tx;
    this.#collection = collection;
    this.#input = input;
    this.#answers = answers;
    this.#related = new RelatedItems(tx, collection);
  }

  /** Looks up the references of rows that will be added next. */
  async expect(rows: readonly ReadyRow[]): Promise<void> {
    await this.#related.lookUp(rows);
  }

  /** Updates the item of a row, or queues the row for creation. */
  async add(row: ReadyRow): Promise<RowFate> {
    // It may refer to a queued row.
    if (row.related.some(({ collection }) => collection === this.#collection)) await this.flush();
    const payload = await this.#related.linked(row);
    const key = this.#input.mode === 'insert' ? undefined : await this.#find(payload);
    if (key === undefined) return this.#create(payload);
    await updateItem(this.#tx, this.#collection, key, this.#changes(payload), {}, this.#answers);
    this.#updated++;
    return { does: 'update', key };
  }

  /** Creates the queued rows, and returns the totals. */
  async end(): Promise<WrittenRows> {
    await this.flush();
    return { created: this.#created, updated: this.#updated };
  }

  #create(payload: Payload): RowFate {
    if (this.#input.mode === 'update') throw new ApiError('importKeyMissing', { field: this.#input.key.join(', ') });
    this.#waiting.push(payload);
    return { does: 'create' };
  }

  /** The key of the item that a row updates. It may have been created or changed by an earlier row. */
  async #find(payload: Payload): Promise<string | undefined> {
    const { key: names } = this.#input;
    const values = Object.fromEntries(names.map((name) => [name, payload[name]]));
    const blank = names.find((name) => isBlank(values[name]));
    if (blank !== undefined) throw new ApiError('importKeyBlank', { field: blank });
    // Some databases ignore case and accents, so a lookup is also needed if a queued row may have the same key to them.
    const name = plainText(asText(Object.values(values)));
    if (this.#keys.has(name)) await this.flush();
    const [key, other] = await keysWith(this.#tx, this.#collection, values);
    if (other !== undefined) throw new ApiError('importKeyAmbiguous', { field: names.join(', ') });
    if (key === undefined) this.#keys.add(name);
    return key;
  }

  #changes(payload: Payload): Payload {
    const key = primaryKeyOf(this.#collection).name;
    return Object.fromEntries(Object.entries(payload).filter(([name]) => name !== key));
  }

  /** Creates the queued rows. */
  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const payloads = this.#waiting;
    this.#waiting = [];
    this.#keys.clear();
    await createMany(this.#tx, this.#collection, payloads, this.#answers);
    this.#created += payloads.length;
  }
}
