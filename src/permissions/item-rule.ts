import { isRecord } from '../shared/is-record.ts';
import { parseJson } from '../shared/parse-json.ts';
import { asNumber, asText } from '../shared/text.ts';
import type { Action } from './action.ts';

/** The placeholders for the caller's id, the caller's role and the time of the request. */
export const VARIABLES = ['$me', '$role', '$now'] as const;

/** A filter as sent by clients: operators and values by field. It has at least one condition. */
export type RuleFilter = Readonly<Record<string, unknown>>;

/**
 * An item rule, a row of `octavo_rules`: what items must fulfil for a role's action on them, in addition to its
 * permission.
 */
export interface ItemRule {
  readonly id: number;
  readonly role: number;
  readonly collection: string;
  /** The status of the items that the rule is about; null for all items. */
  readonly status: string | null;
  readonly action: Action;
  /** The items on which the action is allowed; null for any. */
  readonly filter: RuleFilter | null;
  /** Values of a new item for fields that are not sent. */
  readonly presets: Readonly<Record<string, unknown>>;
  /** What an item must fulfil after it has been written; null for nothing. */
  readonly validation: RuleFilter | null;
}

/** A filter without conditions, which no item fulfils. */
const BROKEN: RuleFilter = {};

/** Parses the row of a rule. Unreadable parts allow nothing. */
export function toItemRule(row: Readonly<Record<string, unknown>>): ItemRule {
  const presets = objectIn(row.presets) ?? {};
  return {
    id: asNumber(row.id),
    role: asNumber(row.role),
    collection: asText(row.collection),
    status: row.status === null || row.status === '' ? null : asText(row.status),
    action: row.action as Action,
    filter: objectIn(row.filter),
    presets: presets === BROKEN ? {} : presets,
    validation: presets === BROKEN ? BROKEN : objectIn(row.validation),
  };
}

function objectIn(text: unknown): RuleFilter | null {
  if (text === null || text === undefined) return null;
  const value = parseJson(asText(text));
  return isRecord(value) ? value : BROKEN;
}

/** Whether a rule compares with the time, so that it may hold for other items a moment later. */
export function isTimed({ filter, validation }: ItemRule): boolean {
  return /\bnow\b/i.test(JSON.stringify([filter, validation]));
}

/** A text that is equal for rules with the same effect, whatever their roles. */
export function contentOf({ status, action, filter, presets, validation }: ItemRule): string {
  return JSON.stringify([status, action, filter, presets, validation]);
}

/** Whether a rule refers to the caller's role, so that its meaning depends on the role. */
export function namesRole({ filter, presets, validation }: ItemRule): boolean {
  return JSON.stringify([filter, presets, validation]).includes('$role');
}
