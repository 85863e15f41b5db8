import { isSame } from '../../model/same.ts';
import { ACTIONS, type Access, type AccessRow, type RuleRow } from './access.ts';

/** A request that makes a change. */
export interface AccessRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/**
 * The fewest requests that change the stored rights. Those that withdraw rights come first, so that no moment in between
 * allows more than before or after: rules that are new, rows that are new before those that they replace, and the end
 * of rules last.
 */
export function requestsFor(role: number, before: Access, after: Access): readonly AccessRequest[] {
  const rules = changesIn(before.rules, after.rules);
  const rows = changesIn(before.rows, after.rows);
  const made = rows.made.filter(says).map((row) => bodyOf(role, row));
  return [
    ...rules.made.map((rule) => request('POST', '/permissions/rules', ruleBody(role, rule))),
    ...rules.changed.map((rule) => request('PATCH', `/permissions/rules/${rule.id}`, ruleBody(role, rule))),
    ...(made.length > 0 ? [request('POST', '/permissions', made)] : []),
    ...(rows.changed.length > 0
      ? [
          request(
            'PATCH',
            '/permissions',
            rows.changed.map((row) => ({ id: row.id, ...bodyOf(role, row) })),
          ),
        ]
      : []),
    ...(rows.gone.length > 0 ? [request('DELETE', `/permissions/${rows.gone.map(({ id }) => id).join()}`)] : []),
    ...rules.gone.map(({ id }) => request('DELETE', `/permissions/rules/${id}`)),
  ];
}

const request = (method: AccessRequest['method'], path: string, body?: unknown): AccessRequest => ({
  method,
  path,
  ...(body !== undefined && { body }),
});

/** Whether a row without a status has any effect; rows of statuses have one even if they are empty. */
const says = (row: AccessRow): boolean =>
  row.status !== null ||
  ACTIONS.some((action) => row[action] !== 'none') ||
  row.comment !== 'none' ||
  row.explain !== 'none';

interface Changes<T> {
  readonly made: readonly T[];
  readonly changed: readonly T[];
  readonly gone: readonly T[];
}

function changesIn<T extends { readonly id: number | null }>(before: readonly T[], after: readonly T[]): Changes<T> {
  const stored = new Map(before.map((each) => [each.id, each]));
  const kept = new Set(after.map(({ id }) => id));
  return {
    made: after.filter(({ id }) => id === null),
    changed: after.filter((each) => each.id !== null && !isSame(stored.get(each.id), each)),
    gone: before.filter(({ id }) => !kept.has(id)),
  };
}

const bodyOf = (role: number, { id: _, ...row }: AccessRow): Readonly<Record<string, unknown>> => ({ role, ...row });

const ruleBody = (role: number, { id: _, problem: __, ...rule }: RuleRow): Readonly<Record<string, unknown>> => ({
  role,
  ...rule,
});

/** The number of changed cells and settings, shown next to "Save". */
export function countChanges(before: Access, after: Access): number {
  const keys = new Set([...before.rows, ...after.rows].map(({ collection }) => collection));
  const of = (access: Access, name: string): unknown => [
    access.rows.filter(({ collection, status }) => collection === name && status === null),
    access.rows.filter(({ collection, status }) => collection === name && status !== null),
    access.rules.filter(({ collection }) => collection === name),
  ];
  for (const { collection } of [...before.rules, ...after.rules]) keys.add(collection);
  return [...keys].filter((name) => !isSame(of(before, name), of(after, name))).length;
}
