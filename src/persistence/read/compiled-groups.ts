import { bind } from '../../dialects/bind.ts';
import type { Dialect, Printed, Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { GroupedPlan } from '../../query/plan/grouped.ts';
import { type IndexHint, indexHints } from '../../query/plan/index-hints.ts';
import { scansOfGroups, unitsOf } from '../../query/plan/work.ts';
import { type Group, groupDecoder } from '../../query/shape/groups.ts';
import type { Row } from '../../query/shape/row.ts';
import { selectGroups } from '../../query/sql/grouped.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import type { Reading } from './run-read.ts';

/** More groups require paging. */
const MAX_GROUPS = 10_000;
const GROUPS_AT_ONCE = 500;

/** A read of groups with its printed statement. */
interface CompiledGroups {
  readonly printed: Printed;
  readonly price: number;
  readonly hints: readonly IndexHint[];
  readonly decode: (row: Row) => Group;
  /** The number of values in a group. */
  readonly width: number;
}

interface Options {
  /** Negative for all. */
  readonly limit: number;
  readonly nullsLast: boolean;
}

/**
 * Prints the statement of a plan for a dialect. It is not cached: the offsets of a time zone make it long, and printing
 * it takes little time compared with grouping the rows.
 */
export function compileGroups(plan: GroupedPlan, dialect: Dialect, { limit, nullsLast }: Options): CompiledGroups {
  const scans = scansOfGroups(plan);
  const most = limit < 0 || limit > MAX_GROUPS ? MAX_GROUPS + 1 : limit;
  const printed = dialect.printer.groups(selectGroups(plan, most, nullsLast));
  return {
    printed: scans.length > 0 ? { ...printed, scans } : printed,
    price: Math.ceil(unitsOf(scans)),
    hints: indexHints({ root: { ...plan, order: [], relations: [] } }, { ...dialect.capabilities, indexForms: [] }),
    decode: groupDecoder(plan),
    width: plan.keys.length + plan.aggregates.length,
  };
}

/** Runs a read of groups. Error 12 if there are too many. */
export async function runGroups(
  reader: Reader,
  { printed, price, decode, width }: CompiledGroups,
  binding: Reading,
): Promise<Group[]> {
  binding.budget.charge(price);
  const rows = await reader.all(bind(printed, binding));
  if (rows.length > MAX_GROUPS)
    throw new ApiError('queryTooLarge', { limit: MAX_GROUPS, what: 'groups: use limit and page' });
  binding.budget.take(rows.length * width);
  const groups: Group[] = [];
  for (const row of rows) {
    groups.push(decode(row));
    if (groups.length % GROUPS_AT_ONCE === 0) await yieldToEventLoop();
  }
  return groups;
}
