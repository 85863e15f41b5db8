import { ApiError } from '../../errors/api-error.ts';
import { hashPayload } from '../../persistence/prepare-payload.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { asText } from '../../shared/text.ts';
import { createItem } from '../items/write-item.ts';
import { keysByText, keysWith } from './find.ts';
import type { ReadyRow, RelatedReference } from './row.ts';

/** The maximum number of texts per lookup. */
const MAX_TEXTS = 1000;

const nameOf = ({ collection, by }: Pick<RelatedReference, 'collection' | 'by'>): string =>
  JSON.stringify([collection.name, by]);

/**
 * The text field that alone identifies a reference; undefined otherwise, because numbers and dates can be written in
 * several ways.
 */
function textField({ collection, by }: RelatedReference): string | undefined {
  const [name = '', ...others] = Object.keys(by);
  const isText = collection.byName.get(name)?.kind === 'text' && typeof by[name] === 'string';
  return isText && others.length === 0 ? name : undefined;
}

/** Finds the items that rows refer to, each once per transaction, and creates missing ones where that is allowed. */
export class RelatedItems {
  readonly #tx: Transaction;
  /** The collection that rows are written to. Its items change from row to row, so lookups are not cached. */
  readonly #own: Collection;
  readonly #known = new Map<string, string>();

  constructor(tx: Transaction, own: Collection) {
    this.#tx = tx;
    this.#own = own;
  }

  /** Finds references that consist of one text, in one lookup per collection and field. */
  async lookUp(rows: readonly ReadyRow[]): Promise<void> {
    const groups = new Map<string, RelatedReference[]>();
    for (const reference of rows.flatMap(({ related }) => related)) {
      const field = textField(reference);
      if (field === undefined || reference.collection === this.#own) continue;
      const name = JSON.stringify([reference.collection.name, field]);
      const group = groups.get(name) ?? [];
      groups.set(name, group);
      group.push(reference);
    }
    for (const references of groups.values()) await this.#lookUpAll(references);
  }

  async #lookUpAll(references: readonly RelatedReference[]): Promise<void> {
    const [{ collection, by }] = references as [RelatedReference];
    const [field = ''] = Object.keys(by);
    const texts = [...new Set(references.map((reference) => asText(reference.by[field])))].slice(0, MAX_TEXTS);
    if (texts.length < 2) return;
    for (const [text, key] of await keysByText(this.#tx, collection, field, texts))
      this.#known.set(nameOf({ collection, by: { [field]: text } }), key);
  }

  /** The payload of a row, with the keys of its related items. Error 4 for a value that matches no item or several. */
  async linked({ payload, related }: ReadyRow): Promise<Payload> {
    if (related.length === 0) return payload;
    const keys: [string, string][] = [];
    for (const reference of related) keys.push([reference.field, await this.#keyOf(reference)]);
    return { ...payload, ...Object.fromEntries(keys) };
  }

  async #keyOf(reference: RelatedReference): Promise<string> {
    if (reference.collection === this.#own) return this.#find(reference);
    const name = nameOf(reference);
    const key = this.#known.get(name) ?? (await this.#find(reference));
    this.#known.set(name, key);
    return key;
  }

  async #find({ field, collection, by, create }: RelatedReference): Promise<string> {
    const [key, other] = await keysWith(this.#tx, collection, by);
    if (other !== undefined) throw new ApiError('importRelatedAmbiguous', { field, collection: collection.name });
    if (key !== undefined) return key;
    if (!create) throw new ApiError('importRelatedMissing', { field, collection: collection.name });
    const payload = await hashPayload(this.#tx.context.store, collection, by);
    return String((await createItem(this.#tx, collection, payload)).key);
  }
}
