import { createHash } from 'node:crypto';
import type { Row } from '../../query/shape/row.ts';
import type { Column } from '../../schema/column.ts';
import { canonical } from './canonical.ts';

const LIMIT = 1n << 128n;

/** Counts the rows of a table and computes a checksum that does not depend on their order. */
export class TableSum {
  readonly #columns: readonly Column[];
  #rows = 0;
  #sum = 0n;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
  }

  add(row: Row): void {
    const hash = createHash('sha256');
    for (const [index, column] of this.#columns.entries()) {
      const text = canonical(row[index] ?? null, column);
      hash.update(text === null ? '-;' : `${text.length}:${text};`);
    }
    this.#rows++;
    this.#sum = (this.#sum + BigInt(`0x${hash.digest('hex').slice(0, 32)}`)) % LIMIT;
  }

  get rows(): number {
    return this.#rows;
  }

  get checksum(): string {
    return this.#sum.toString(16).padStart(32, '0');
  }

  equals(other: TableSum): boolean {
    return this.rows === other.rows && this.checksum === other.checksum;
  }
}
