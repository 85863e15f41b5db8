import type { Dialect, Printed } from '../../src/dialects/dialect.ts';
import { mysql } from '../../src/dialects/mysql/dialect.ts';
import { postgres } from '../../src/dialects/postgres/dialect.ts';
import { sqlite } from '../../src/dialects/sqlite/dialect.ts';
import { type CompiledNode, type CompiledRead, compileRead } from '../../src/persistence/read/compiled-read.ts';
import type { ListStatements } from '../../src/persistence/read/list-statements.ts';
import { limitOf, offsetOf } from '../../src/persistence/read/paging.ts';
import type { Query } from '../../src/query/ast.ts';
import type { ReadPlan } from '../../src/query/plan/plan.ts';
import { planRead } from '../../src/query/plan/read.ts';
import type { Binding } from '../../src/query/sql/nodes.ts';
import { reachOf } from '../../src/query/sql/walk.ts';
import { type ReadCase, readCase } from './case.ts';
import { library } from './library.ts';
import { outcome } from './outcome.ts';
import { planLines } from './render-plan.ts';
import { parametersOf } from './render-statement.ts';

type Named = readonly [name: string, printed: Printed];

const DIALECTS: readonly Dialect[] = [sqlite, mysql, postgres];

function bindingOf({ who, query, settings }: ReadCase): Binding {
  const { values, search, position } = query;
  return {
    ...{ values, search, user: who.user, role: who.role, keys: [1, 2] },
    now: new Date('2020-02-29T23:30:00Z'),
    timeZone: 'Asia/Tokyo',
    offset: offsetOf(settings, query),
    position: position?.values ?? ['1'],
  };
}

function below(node: CompiledNode, path: string): Named[] {
  return node.children.flatMap(({ name, node: child }) => {
    const here = path === '' ? name : `${path}.${name}`;
    return child ? [[here, child.printed] as const, ...below(child, here)] : [];
  });
}

function countsOf({ counts }: CompiledRead, { meta, conditions, search }: Query): Named[] {
  if (!meta) return [];
  const narrowed = conditions.length > 0 || search !== null;
  const byStatus = meta.has('status_count') ? counts.byStatus() : null;
  return [
    ...(meta.has('total_count') ? [['total', counts.total()] as const] : []),
    ...(narrowed && meta.has('filter_count') ? [['filtered', counts.filtered()] as const] : []),
    ...(byStatus ? [['by status', byStatus] as const] : []),
  ];
}

function compiledOf(plan: ReadPlan, dialect: Dialect, { query, settings }: ReadCase): CompiledRead {
  const limit = limitOf(settings, query);
  const most = limit < 0 ? null : limit;
  const reach = reachOf(offsetOf(settings, query), most);
  const options = { nullsLast: settings.nullsLast, reach, ...dialect.capabilities };
  return compileRead(plan, most, dialect, options);
}

function listed({ walks, first, more }: ListStatements): Named[] {
  const along = walks.flatMap(({ printed, border, inOrder }, index): Named[] => [
    ...(border ? [[`border ${index + 1}`, border.printed] as const] : []),
    ...(inOrder ? [[`in order ${index + 1}`, inOrder.printed] as const] : []),
    [`walk ${index + 1}`, printed],
  ]);
  return [...along, ['', first], ...more.map((printed): Named => ['then', printed])];
}

function statementsOf(plan: ReadPlan, dialect: Dialect, asked: ReadCase): Named[] {
  const compiled = compiledOf(plan, dialect, asked);
  return [...listed(compiled.list), ...below(compiled.root, ''), ...countsOf(compiled, asked.query)];
}

/** A statement in an engine's SQL; parameters are omitted if they are the same as those of the previous engine. */
function statementLines(plan: ReadPlan, asked: ReadCase): string[] {
  const binding = bindingOf(asked);
  const printed = DIALECTS.map((dialect) => statementsOf(plan, dialect, asked));
  const titles = [...new Set(printed.flatMap((statements) => statements.map(([name]) => name)))];
  return titles.flatMap((title) => {
    let before = '';
    const lines = printed.flatMap((statements, index) =>
      statements.flatMap(([name, statement]) => {
        if (name !== title) return [];
        const parameters = parametersOf(statement, binding);
        const shown = parameters === before ? [] : [`           ← ${parameters}`];
        before = parameters;
        return [`  ${DIALECTS[index]?.engine.padEnd(8)} ${statement.text}`, ...shown];
      }),
    );
    return title === '' ? lines : [`  · ${title}`, ...lines];
  });
}

/** The plan and the statements of a read, or the error that refuses it. */
export function renderRead(line: string): string {
  return outcome(() => {
    const asked = readCase(line);
    const plan = planRead({ schema: library, policy: asked.who.policy }, asked.collection, asked.query);
    return [...planLines(plan, asked.query.meta !== null), ...statementLines(plan, asked)].join('\n');
  });
}

/** The statements of a list whose items SQLite writes as JSON, which no other engine does. */
export function renderWritten(line: string): string {
  return outcome(() => {
    const asked = readCase(line);
    const plan = planRead({ schema: library, policy: asked.who.policy }, asked.collection, asked.query);
    const [written, ...others] = DIALECTS.map((dialect) => compiledOf(plan, dialect, asked).written.statements());
    if (!written || others.some((statements) => statements !== null)) return 'decoded';
    return listed(written)
      .map(([name, printed]) => {
        const parameters = parametersOf(printed, bindingOf(asked));
        return `${name && `· ${name}\n`}${printed.text}${parameters && `\n← ${parameters}`}`;
      })
      .join('\n');
  });
}
