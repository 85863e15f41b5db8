import type { Action } from '../../src/permissions/action.ts';
import { covers } from '../../src/permissions/covers.ts';
import type { PermissionRow } from '../../src/permissions/permission-row.ts';
import {
  type CollectionPolicy,
  compilePolicy,
  type FieldAccess,
  type Policy,
  type RowRule,
} from '../../src/permissions/policy.ts';
import { libraryCollection } from './library.ts';
import { rowsOf } from './people.ts';

const ACTIONS: readonly Action[] = ['create', 'read', 'update', 'delete'];
const WRITES = ['create', 'update', 'delete'] as const;

function policyOf(text: string, role: number): Policy {
  if (text === 'admin') return compilePolicy(1, []);
  return compilePolicy(
    role,
    rowsOf(
      text.split('; ').filter((line) => line !== '' && line !== 'nothing'),
      role,
    ),
  );
}

/** What a role may do with a collection: `collection ← rows of its permissions`, as {@link rowsOf} has them. */
export function renderPolicy(line: string): string {
  const [name = '', text = ''] = line.split(' ← ');
  const [policy, rows] = [policyOf(text, 3).collection(name), rowsOf(text === 'admin' ? [] : text.split('; '), 3)];
  const lines = [rulesLine(policy), ...fieldLines(name, policy, rows), ...wordLines(policy, rows)];
  return lines.filter((each) => each !== '').join('\n');
}

function rulesLine(policy: CollectionPolicy): string {
  const rules = ACTIONS.map((action) => [ruleText(policy.rule(action)), action] as const);
  const texts = [...new Set(rules.map(([text]) => text))];
  return texts
    .map((text) => `${rules.flatMap(([own, action]) => (own === text ? action : [])).join(' ')}: ${text}`)
    .join('\n');
}

function ruleText(rule: RowRule): string {
  if (rule.kind === 'level') return rule.level;
  return rule.levels.map(({ status, level }) => `${status} ${level}`).join(', ');
}

function accessText(access: FieldAccess): string {
  if (access.kind === 'statuses') return `hidden in ${access.hiddenIn.join(', ')}`;
  if (access.kind === 'self') return access.filtered ? 'own, also in filters' : 'own';
  return access.kind === 'narrowed' ? `narrowed${access.compared ? ', compared' : ''}` : access.kind;
}

const statusesOf = (rows: readonly PermissionRow[]): (string | null)[] => [
  ...new Set([null, ...rows.map(({ status }) => status)]),
];

/** The fields with special access. */
function fieldLines(name: string, policy: CollectionPolicy, rows: readonly PermissionRow[]): string[] {
  return libraryCollection(name).fields.flatMap(({ name: field }) => {
    const readable = accessText(policy.readable(field));
    const locked = statusesOf(rows).filter((status) => !policy.writable(field, status));
    const parts = [
      ...(readable === 'always' ? [] : [`read ${readable}`]),
      ...(locked.length === 0 ? [] : [`locked in ${locked.map((status) => status ?? 'no status').join(', ')}`]),
      ...(policy.reserves(field) ? ['reserved'] : []),
    ];
    return parts.length === 0 ? [] : [`  ${field}: ${parts.join('; ')}`];
  });
}

/** Comments and explanations, in each status that the rows know. */
function wordLines(policy: CollectionPolicy, rows: readonly PermissionRow[]): string[] {
  return statusesOf(rows).flatMap((status) => {
    const explained = WRITES.filter((action) => policy.mustExplain(action, status));
    const level = policy.commentLevel(status);
    const parts = [
      ...(level === null ? [] : [`comments ${level}`]),
      ...(explained.length === 0 ? [] : [`explains ${explained.join(' ')}`]),
    ];
    return parts.length === 0 ? [] : [`  in ${status ?? 'no status'}: ${parts.join('; ')}`];
  });
}

const COMPARED = ['books', 'writers', 'directus_users'].map((name) => {
  const { fields } = libraryCollection(name);
  return { name, fields, statuses: name === 'books' ? ['published', 'draft', 'deleted'] : [] };
});

/** Whether a user of one role gains nothing from another: `rows ⊇ rows`, and vice versa. */
export function renderCovers(line: string): string {
  const [one, other] = line.split(' ⊇ ').map((text, index) => policyOf(text, 3 + index));
  if (!one || !other) throw new Error(`"${line}" is not a case`);
  const word = (is: boolean): string => (is ? 'yes' : 'no');
  return `${word(covers(one, other, COMPARED))}; the other way round ${word(covers(other, one, COMPARED))}`;
}
