import { bind } from '../../dialects/bind.ts';
import type { Printed, Reader } from '../../dialects/dialect.ts';
import type { Row } from '../../query/shape/row.ts';
import type { Binding } from '../../query/sql/nodes.ts';
import { type Awaitable, andThen } from '../../shared/awaitable.ts';
import { Backoff } from '../../shared/backoff.ts';

/** The first page of a list in the order of an index; see {@link InOrder}. */
export class PageInOrder {
  readonly printed: Printed;
  readonly #valueAt: number;
  readonly #limit: number;
  readonly #backoff = new Backoff();

  /** `limit` is the limit of the page. */
  constructor(printed: Printed, valueAt: number, limit: number) {
    this.printed = printed;
    this.#valueAt = valueAt;
    this.#limit = limit;
  }

  /** The rows of the page; undefined if only sorting can determine their order. */
  read(reader: Reader, binding: Binding): Awaitable<Row[] | undefined> {
    if (binding.offset > 0 || !this.#backoff.isDue()) return undefined;
    return andThen(reader.all(bind(this.printed, binding)), (rows) => {
      if (!this.#areEqual(rows)) return rows.slice(0, this.#limit);
      this.#backoff.failed();
      return undefined;
    });
  }

  /** Whether two neighbours look equal. They may differ nevertheless, because drivers drop fractions of seconds. */
  #areEqual(rows: readonly Row[]): boolean {
    return rows.some((row, index) => index > 0 && row[this.#valueAt] === rows[index - 1]?.[this.#valueAt]);
  }
}
