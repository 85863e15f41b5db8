import { serverMoment } from '../i18n/dates.ts';
import { number, t } from '../i18n/messages.ts';
import type { Conflict, Loss, Plan, PlannedTable } from './plan.ts';

const OWN_SYSTEM = /^(directus|octavo)_/;
const about = (count: number, exact: boolean): string =>
  exact ? number(count) : t('data-model.about', { value: number(count) });

/** What happens to a table. */
export function tableWords({ table, action, rows, exact, rewrites, locks }: PlannedTable): string {
  const items = rows === null ? '?' : about(rows, exact);
  if (action === 'create') return t('data-model.t.create', { table });
  if (action === 'drop') return t('data-model.t.drop', { table, rows: items });
  const change = t(rewrites && rows !== 0 ? 'data-model.t.rewrite' : 'data-model.t.alter', { table, rows: items });
  return locks === 'none' || rows === 0 ? change : `${change} ${t(`data-model.locks.${locks}`)}`;
}

/** A loss, with its amount. */
export function lossWords({ kind, table, field, count, exact, kept }: Loss): string {
  const values = { table, field: field ?? '', count: count ?? 0, value: count === null ? '?' : about(count, exact) };
  return `${t(`data-model.loss.${kind}`, values)} ${t(keptText(kind, kept))}`;
}

function keptText(kind: Loss['kind'], kept: boolean): string {
  if (!kept) return 'data-model.isNotKept';
  return kind === 'column' ? 'data-model.isKeptLast' : 'data-model.isKept';
}

/** A conflict of a change with stored values. */
export const conflictWords = ({ field, constraint, count, exact }: Conflict): string =>
  t(`data-model.conflict.${constraint}`, {
    field,
    count: count ?? 0,
    value: count === null ? '?' : about(count, exact),
  });

const KNOWN_WARNINGS: ReadonlySet<string> = new Set(['relation', 'permission', 'preset', 'webhook', 'rule']);

/** Other effects of a change, in the user's language if possible. */
export const warningWords = ({ kind, name, message }: Plan['warnings'][number]): string =>
  KNOWN_WARNINGS.has(kind) ? t(`data-model.warn.${kind}`, { name: OWN_SYSTEM.test(name) ? message : name }) : message;

/** How long it takes. */
export function durationWords(seconds: number): string {
  if (seconds < 1) return t('data-model.atOnce');
  if (seconds < 100) return t('data-model.seconds', { count: Math.round(seconds) });
  return t('data-model.minutes', { count: Math.round(seconds / 60) });
}

/** Whether it can be undone, and until when. */
export function undoWords({ possible, until, reason }: Plan['undo'], day: (date: Date) => string): string {
  if (!possible) return reason ? t('data-model.noUndoBecause', { reason }) : t('data-model.noUndo');
  return until ? t('data-model.undoUntil', { date: day(serverMoment(until)) }) : t('data-model.undoable');
}

/** An example of a value, with the key of its item. */
export function valueText({ key, value }: { readonly key: unknown; readonly value: unknown }): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return key === null || key === undefined ? String(text) : `${String(key)}: ${text}`;
}
