import type { FieldAccess } from '../../src/permissions/policy.ts';
import type { NodePlan, PlannedOrder, ReadPlan } from '../../src/query/plan/plan.ts';
import { predicateLine } from './render-predicate.ts';

/** When a value is shown, after the name of its field; empty if it always is. */
function guard(access: FieldAccess): string {
  if (access.kind === 'always') return '';
  if (access.kind === 'statuses') return `?not in ${access.hiddenIn.join(',')}`;
  return `?${access.kind}`;
}

const term = ({ field, access, descending }: PlannedOrder): string =>
  `${descending ? '-' : ''}${field.name}${guard(access)}`;

function orderOf({ order }: NodePlan): string {
  return 'sorted' in order ? [...order.sorted.map(term), 'random'].join(', ') : order.map(term).join(', ');
}

/** What a statement selects: columns in braces are not shown. */
function columnsOf({ columns, computed }: NodePlan): string {
  const shown = columns.map(({ field, access, answered }) => {
    const name = `${field.name}${guard(access)}`;
    return answered ? name : `{${name}}`;
  });
  return [...shown, ...computed.map(({ field, of }) => `${field.name}=${of.map(({ name }) => name).join('+')}`)].join(
    ' ',
  );
}

/** The names of an answer, if their order differs from that of the columns. */
function namesOf({ columns, names, computed, relations }: NodePlan): string[] {
  const answered = columns.filter((column) => column.answered).map(({ field }) => field.name);
  const usual = [...answered, ...computed.map(({ field }) => field.name), ...relations.map(({ field }) => field.name)];
  return [...new Set(usual)].join(' ') === names.join(' ') ? [] : [`  answers ${names.join(' ')}`];
}

function nodeLines(title: string, node: NodePlan): string[] {
  const own = [
    `${title}: ${columnsOf(node)}`,
    ...namesOf(node),
    ...(node.where ? [`  where ${predicateLine(node.where)}`] : []),
    `  order ${orderOf(node)}`,
  ];
  const below = node.relations.flatMap(({ field, relation, access, node: child }) => {
    const name = `${relation.kind === 'm2o' ? 'one' : 'many'} ${field.name}${guard(access)}`;
    return child ? nodeLines(`${name} of ${relation.collection}`, child) : [`${name}: by its key alone`];
  });
  return [...own, ...below.map((line) => `  ${line}`)];
}

/** A plan in readable lines. */
export function planLines(plan: ReadPlan, withCounts: boolean): string[] {
  const { root, cursor, visible, byStatus, version, denied } = plan;
  const line = (name: string, text: string | null): string[] => (text === null ? [] : [`  ${name} ${text}`]);
  return [
    ...nodeLines(root.collection.name, root),
    ...line(
      'cursor',
      cursor && [cursor.direction ?? 'from the beginning', cursor.returned ? 'returned' : 'not returned'].join(', '),
    ),
    ...line('version of', version.length > 0 ? version.map(({ field }) => field.name).join(' ') : null),
    ...(withCounts ? line('total', visible ? predicateLine(visible) : 'everything') : []),
    ...(withCounts && byStatus ? line('by status', byStatus.where ? predicateLine(byStatus.where) : 'everything') : []),
    ...denied.map(({ field, collection }) => `  denied ${field} of ${collection}`),
  ];
}
