import { priceOf, priceWith } from '../../src/query/plan/price.ts';
import { planRead } from '../../src/query/plan/read.ts';
import { type Scan, scansOfList } from '../../src/query/plan/work.ts';
import { readCase } from './case.ts';
import { library } from './library.ts';

const scanLine = ({ table, weight }: Scan): string => `  looks through ${table}, ${weight} for each row`;

/** The cost of a read, and the tables that its list scans. */
export function renderCost(line: string): string {
  const { who, collection, query } = readCase(line);
  const plan = planRead({ schema: library, policy: who.policy }, collection, query);
  const price = priceOf(plan);
  const parts = `list ${price.list}, count ${price.count}, total ${price.total}`;
  return [`costs ${priceWith(price, query.meta)}: ${parts}`, ...scansOfList(plan.root).map(scanLine)].join('\n');
}
