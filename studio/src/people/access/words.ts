import { t } from '../../i18n/messages.ts';
import type { Access, Cell, Level, Place } from './access.ts';
import { rowsOf } from './access.ts';

/** What a cell shows: a rule comes before the level that it narrows. */
export type Mark = Level | 'rule' | 'mixed' | 'broken';

export function markOf({ level, hasRule, problem }: Cell): Mark {
  if (level === 'none' || level === 'mixed') return level;
  if (problem !== null) return 'broken';
  return hasRule ? 'rule' : level;
}

/** A mark in words. */
export const markWords = (mark: Mark): string => t(`people.mark.${mark}`);

/** What fields a role sees and writes, and what it has to explain, in a few words; empty if there is nothing to say. */
export function dutiesOf(access: Access, { collection, status }: Pick<Place, 'collection' | 'status'>): string {
  const rows = rowsOf(access, collection).filter((row) => status === null || row.status === status || !row.status);
  const most = (list: 'read_field_blacklist' | 'write_field_blacklist' | 'status_blacklist'): number =>
    Math.max(0, ...rows.map((row) => row[list].length));
  const counted = [
    ['people.duty.readOnly', most('write_field_blacklist')],
    ['people.duty.hidden', most('read_field_blacklist')],
    ['people.duty.statuses', most('status_blacklist')],
  ] as const;
  const duty = rows.find(({ explain }) => explain !== 'none')?.explain;
  return [
    ...counted.filter(([, count]) => count > 0).map(([key, count]) => t(key, { count })),
    ...(duty ? [t(`people.duty.explain.${duty}`)] : []),
  ].join(' · ');
}
