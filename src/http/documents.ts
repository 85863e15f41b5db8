import type { Catalog } from '../persistence/catalog.ts';
import { BoundedMemory, type Held } from '../shared/bounded-memory.ts';
import { inTurns } from '../shared/in-turns.ts';
import { tagOf } from './cached-answers.ts';

/** A text that is made from a catalogue alone. */
export interface Document {
  readonly bytes: Buffer;
  /** Its entity tag. */
  readonly version: string;
}

/** Upper bound of the size of all cached documents. */
const CAPACITY = 32 * 1024 * 1024;

/** Caches documents by catalogue and key, within {@link CAPACITY}. */
export class Documents {
  readonly #memory = new BoundedMemory(CAPACITY);
  readonly #known = new WeakMap<Catalog, Map<string, Promise<Document>>>();

  /** The document with a key. If it is not cached, it is built from `pieces` without blocking other requests. */
  of(catalog: Catalog, key: string, pieces: () => Generator<string, void>): Promise<Document> {
    const ofCatalog = this.#known.get(catalog) ?? new Map<string, Promise<Document>>();
    this.#known.set(catalog, ofCatalog);
    const known = ofCatalog.get(key);
    if (known) return known;
    const made = joined(pieces());
    ofCatalog.set(key, made);
    made.then(
      ({ bytes }) => this.#hold(bytes.length, () => ofCatalog.delete(key)),
      () => ofCatalog.delete(key),
    );
    return made;
  }

  #hold(bytes: number, remove: () => void): void {
    if (bytes > this.#memory.share) {
      remove();
      return;
    }
    const entry: Held = {
      bytes,
      usedAt: 0,
      evict: () => {
        remove();
        this.#memory.remove(entry);
      },
    };
    this.#memory.add(entry);
  }
}

async function joined(pieces: Generator<string, void>): Promise<Document> {
  const texts: string[] = [];
  await inTurns(pieces, (piece) => texts.push(piece));
  const text = texts.join('');
  return { bytes: Buffer.from(text), version: tagOf(text) };
}
