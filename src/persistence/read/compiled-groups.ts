import type { Dialect, Printed } from '../../dialects/dialect.ts';
import type { GroupedPlan } from '../../query/plan/grouped.ts';
import { type IndexHint, indexHints } from '../../query/plan/index-hints.ts';
import { scansOfGroups, unitsOf } from '../../query/plan/work.ts';
import type { Row } from '../../query/shape/decoder.ts';
import { type Group, groupDecoder } from '../../query/shape/groups.ts';
import { selectGroups } from '../../query/sql/grouped.ts';

/** A read of groups with its printed statement. */
export interface CompiledGroups {
  readonly printed: Printed;
  readonly price: number;
  readonly hints: readonly IndexHint[];
  readonly decode: (row: Row) => Group;
}

interface Options {
  readonly limit: number;
  readonly nullsLast: boolean;
}

/**
 * Prints the statement of a plan for a dialect. It is not cached: the offsets of a time zone make it long, and to print
 * it takes little of the time in which rows are grouped.
 */
export function compileGroups(plan: GroupedPlan, dialect: Dialect, { limit, nullsLast }: Options): CompiledGroups {
  const scans = scansOfGroups(plan);
  const printed = dialect.printer.groups(selectGroups(plan, limit, nullsLast));
  return {
    printed: scans.length > 0 ? { ...printed, scans } : printed,
    price: Math.ceil(unitsOf(scans)),
    hints: indexHints({ root: { ...plan, order: [], relations: [] } }, false),
    decode: groupDecoder(plan),
  };
}
