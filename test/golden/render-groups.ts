import type { Dialect } from '../../src/dialects/dialect.ts';
import { mysql } from '../../src/dialects/mysql/dialect.ts';
import { postgres } from '../../src/dialects/postgres/dialect.ts';
import { sqlite } from '../../src/dialects/sqlite/dialect.ts';
import { compileGroups } from '../../src/persistence/read/compiled-groups.ts';
import { limitOf } from '../../src/persistence/read/paging.ts';
import { planGroups } from '../../src/query/plan/grouped.ts';
import { readCase } from './case.ts';
import { library } from './library.ts';
import { outcome } from './outcome.ts';

const DIALECTS: readonly Dialect[] = [sqlite, mysql, postgres];
/** Of a zone with one change of its clocks. */
const OFFSETS = [
  { from: Number.NEGATIVE_INFINITY, seconds: -884 },
  { from: Date.UTC(1901, 0, 1), seconds: 3600 },
];

/** The statements for groups, with the price, or the error that refuses them. */
export function renderGroups(line: string): string {
  return outcome(() => {
    const { who, collection, query, settings } = readCase(line);
    const { grouping } = query;
    if (!grouping) throw new Error('no groups');
    const offsets = grouping.timeZone === 'UTC' ? [] : OFFSETS;
    const context = { schema: library, policy: who.policy };
    const plan = planGroups(context, collection, { ...query, grouping }, offsets);
    const options = { limit: limitOf(settings, query), nullsLast: settings.nullsLast };
    const compiled = DIALECTS.map((dialect) => compileGroups(plan, dialect, options));
    const statements = compiled.map(({ printed }, index) => `  ${DIALECTS[index]?.engine.padEnd(8)} ${printed.text}`);
    return [`price ${compiled[0]?.price}`, ...statements].join('\n');
  });
}
