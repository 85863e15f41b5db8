import type { Printed, Printer } from '../../dialects/dialect.ts';
import type { NodePlan } from '../../query/plan/plan.ts';
import { walkedField } from '../../query/plan/walk.ts';
import type { ObjectSelect, Select } from '../../query/sql/nodes.ts';
import { membersOf, selectObjects } from '../../query/sql/objects.ts';
import { Backoff } from '../../shared/backoff.ts';
import { PIECE } from './budget.ts';
import type { ListStatements } from './list-statements.ts';

/** Longer lists are decoded in chunks, between which other requests are served. */
const LONG = 1_000;

/** Prints the statements of a list with a given printer. */
type Printing = (printer: (select: Select) => Printed) => ListStatements;

/** The statements of a list whose items the database writes as JSON, printed on first use. */
export class WrittenList {
  readonly #print: () => ListStatements | null;
  #printed: ListStatements | null | undefined;
  readonly #backoff = new Backoff();

  /** `limit` is the limit of the statements, which may be one more than the list's. */
  constructor(root: NodePlan, limit: number | null, { objects }: Printer, print: Printing) {
    this.#print = () => (objects && limit !== null ? writtenBy(objects, root, limit, print) : null);
  }

  /** The statements; null if the items have to be decoded instead. */
  statements(): ListStatements | null {
    if (!this.#backoff.isDue()) return null;
    if (this.#printed === undefined) this.#printed = this.#print();
    return this.#printed;
  }

  /** Must be called if the database could not write the rows, so that they are not read twice every time. */
  pause(): void {
    this.#backoff.failed();
  }
}

function writtenBy(
  objects: (select: ObjectSelect) => Printed,
  root: NodePlan,
  limit: number,
  print: Printing,
): ListStatements | null {
  const members = membersOf(root);
  if (!members || limit > LONG || limit * members.length > PIECE) return null;
  if (!isIndexed(root)) return null;
  return print((select) => objects(selectObjects(select, members, limit)));
}

/**
 * Whether an index provides the order of the rows. If they must be sorted, the sort takes longer with JSON in the rows.
 */
function isIndexed(root: NodePlan): boolean {
  const { order, collection } = root;
  if ('sorted' in order) return false;
  const [first] = order;
  return !first || first.field === collection.primaryKey || walkedField(root) !== null;
}
