import { ApiError } from '../../errors/api-error.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import { createItem } from '../items/write-item.ts';
import { keysWith } from './find.ts';
import type { ReadyRow, RelatedReference } from './row.ts';

/** Finds the related items of rows, each once per transaction, and creates those that may be created. */
export class RelatedItems {
  readonly #tx: Transaction;
  readonly #known = new Map<string, string>();

  constructor(tx: Transaction) {
    this.#tx = tx;
  }

  /** The payload of a row, with the keys of its related items. Errors: 4 for a value of no item or of several. */
  async linked({ payload, related }: ReadyRow): Promise<Payload> {
    if (related.length === 0) return payload;
    const keys: [string, string][] = [];
    for (const reference of related) keys.push([reference.field, await this.#keyOf(reference)]);
    return { ...payload, ...Object.fromEntries(keys) };
  }

  async #keyOf(reference: RelatedReference): Promise<string> {
    const name = JSON.stringify([reference.collection.name, reference.by]);
    const key = this.#known.get(name) ?? (await this.#find(reference));
    this.#known.set(name, key);
    return key;
  }

  async #find({ field, collection, by, create }: RelatedReference): Promise<string> {
    const [key, other] = await keysWith(this.#tx, collection, by);
    if (other !== undefined) throw new ApiError('importRelatedAmbiguous', { field, collection: collection.name });
    if (key !== undefined) return key;
    if (!create) throw new ApiError('importRelatedMissing', { field, collection: collection.name });
    const payload = await hashPayload(this.#tx.context.store.catalog.schema, collection, by);
    return String((await createItem(this.#tx, collection, payload)).key);
  }
}
