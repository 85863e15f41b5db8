import { t } from '../../i18n/messages.ts';
import { isOperator, takes } from '../../list/filter/operators.ts';
import { followPath, pathLabel } from '../../list/paths.ts';
import { operatorWords, valueWords } from '../../list/words.ts';
import type { Collection } from '../../model/collection.ts';
import type { Schema } from '../../model/schema.ts';
import type { AccessAction, Place } from './access.ts';

/** A condition of a rule, and what was compared. */
export interface Compared {
  readonly path: string;
  readonly operator: string;
  readonly value: unknown;
  readonly actual: unknown;
  readonly holds: boolean;
}

/** What the server answers to "why?" when an administrator asks. */
export interface Explanation {
  readonly allowed: boolean;
  readonly refusal: { readonly code: number | null; readonly message: string } | null;
  readonly user: number | null;
  readonly role: number;
  readonly action: AccessAction;
  readonly permission: { readonly id: number; readonly status: string | null; readonly level: string } | null;
  readonly rules: readonly {
    readonly id: number;
    readonly action: AccessAction;
    readonly status: string | null;
    readonly words: string;
    readonly holds: boolean | null;
    readonly problem: string | null;
    readonly compared?: readonly Compared[] | null;
  }[];
  readonly account?: Account | null;
  readonly fields: readonly {
    readonly field: string;
    readonly hidden: string | null;
    readonly unwritable: string | null;
  }[];
}

/** Whether requests of a user count as the user's. */
interface Account {
  readonly status: string;
  readonly counts: boolean;
  readonly second_factor: 'missing' | null;
}

export interface Reason {
  readonly holds: boolean;
  readonly lead: string;
  readonly text: string;
  /** The text has a line of its own. */
  readonly apart?: true;
  /** The rule that says so. */
  readonly place?: Place;
}

interface About {
  readonly schema: Schema;
  readonly collection: Collection;
  readonly roleName: string;
}

/** An explanation as sentences, in the order in which the server decides. */
export function reasonsFor(answer: Explanation, { schema, collection, roleName }: About): readonly Reason[] {
  const rules = answer.rules.flatMap((rule) => {
    const place = { collection: collection.name, status: rule.status, action: rule.action };
    if (rule.problem) return [{ holds: false, lead: t('people.why.ruleBroken'), text: rule.problem, place }];
    const compared = rule.compared ?? [];
    if (compared.length === 0)
      return [{ holds: rule.holds === true, lead: t('people.why.rule'), text: rule.words, place }];
    return compared.map((each) => ({ ...comparedReason(each, schema, collection), place }));
  });
  return [
    roleReason(answer, roleName),
    levelReason(
      answer,
      collection,
      rules.every(({ holds }) => holds),
    ),
    ...rules,
  ];
}

function roleReason({ account, role }: Explanation, name: string): Reason {
  const key = account?.counts === false ? standing(account) : role === 1 ? 'admin' : 'role';
  const text = t(`people.why.${key}`, { role: name });
  return { holds: account?.counts !== false, lead: t('people.why.roleLead'), text };
}

const standing = ({ second_factor }: Account): string => (second_factor === 'missing' ? 'noFactor' : 'notActive');

function levelReason(answer: Explanation, collection: Collection, rulesHold: boolean): Reason {
  const { permission, allowed, action, role, rules } = answer;
  const lead = t('people.why.level', { collection: collection.label, action: t(`people.action.${action}`) });
  if (role === 1) return { holds: true, lead, text: t('people.why.everything') };
  const level = permission?.level ?? 'none';
  const status = collection.statuses.find(({ value }) => value === permission?.status)?.label ?? permission?.status;
  const key = level === 'full' && rules.length > 0 ? 'rule' : level;
  const holds = level !== 'none' && (allowed || level === 'full' || !rulesHold);
  const text = t(`people.why.is.${key}`);
  return { holds, lead, text: status ? `${text} ${t('people.why.inStatus', { status })}` : text };
}

function comparedReason(
  { path, operator, value, actual, holds }: Compared,
  schema: Schema,
  collection: Collection,
): Reason {
  const fields = followPath(schema, collection, path);
  const field = fields?.at(-1);
  const name = fields ? pathLabel(fields) : path;
  const words = isOperator(operator) ? operatorWords(operator, field) : operator;
  const wanted = isOperator(operator) && takes(operator) === 'nothing' ? '' : shown(value, field);
  return {
    holds,
    lead: [name, words, wanted].filter(Boolean).join(' '),
    text: t('people.why.actual', { name, value: shown(actual, field) }),
    apart: true,
  };
}

function shown(value: unknown, field: Parameters<typeof valueWords>[1]): string {
  if (value === null || value === undefined || value === '') return t('people.why.nothing');
  const list = Array.isArray(value) ? value : [value];
  return list
    .map((each) => (typeof each === 'boolean' ? t(each ? 'common.yes' : 'common.no') : valueWords(String(each), field)))
    .join(', ');
}

/** The fields that are not seen, and those that are not written, by their names; read and deleted items write none. */
export function fieldsIn(
  { allowed, action, fields }: Explanation,
  collection: Collection,
): readonly { readonly key: 'unseen' | 'unwritten'; readonly names: string }[] {
  if (!allowed) return [];
  const named = (kept: (field: Explanation['fields'][number]) => boolean): string =>
    fields
      .filter((each) => kept(each) && !collection.field(each.field)?.isGenerated)
      .map(({ field }) => collection.field(field)?.label ?? field)
      .join(', ');
  const unseen = named(({ hidden }) => hidden !== null);
  const unwritten = ['create', 'update'].includes(action) ? named(({ unwritable }) => unwritable !== null) : '';
  return [
    ...(unseen ? [{ key: 'unseen', names: unseen } as const] : []),
    ...(unwritten ? [{ key: 'unwritten', names: unwritten } as const] : []),
  ];
}
