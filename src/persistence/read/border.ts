import { bind } from '../../dialects/bind.ts';
import type { Printed, Reader } from '../../dialects/dialect.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { Lru } from '../../shared/lru.ts';

type Value = string | number;

const RECENT_MS = 1_000;
const KEPT = 20;

/**
 * The value at which the first rows of an index end. A recent value is good enough, whatever was written since: what a
 * walk finds before it is correct if it is a full page.
 */
export class Border {
  readonly printed: Printed;
  readonly #found = new Lru<string, { readonly value: Value; readonly atMs: number }>(KEPT);

  constructor(printed: Printed) {
    this.printed = printed;
  }

  /** The value if it was found within the last second. */
  recent(binding: Binding): Value | undefined {
    const found = this.#found.get(this.#key(binding));
    return found && performance.now() - found.atMs < RECENT_MS ? found.value : undefined;
  }

  /** Finds the value; undefined if the index has fewer rows. */
  find(reader: Reader, binding: Binding): Awaitable<Value | undefined> {
    return andThen(reader.all(bind(this.printed, binding)), ([row]) => {
      const value = row?.[0] as Value | undefined;
      if (value !== undefined) this.#found.set(this.#key(binding), { value, atMs: performance.now() });
      return value;
    });
  }

  #key(binding: Binding): string {
    return this.printed.sources.map((source) => source(binding)).join('\0');
  }
}
