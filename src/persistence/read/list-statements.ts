import type { Printed } from '../../dialects/dialect.ts';
import type { Border } from './border.ts';
import type { PageInOrder } from './page-in-order.ts';

/** A printed walk: a statement that reads a page along an index. */
export interface CompiledWalk {
  readonly printed: Printed;
  readonly least: number;
  readonly border: Border | null;
  readonly inOrder: PageInOrder | null;
}

/** The statements that read the rows of a list. */
export interface ListStatements {
  /**
   * Statements that read a page along an index. They are run before the others, and find either all rows of the page or
   * too few.
   */
  readonly walks: readonly CompiledWalk[];
  readonly first: Printed;
  /** Statements that read what the first one leaves of the limit. */
  readonly more: readonly Printed[];
}
