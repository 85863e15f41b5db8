import { isSame } from '../../model/same.ts';
import type { Access, AccessRow, RuleRow } from './access.ts';

/** Saved rights, but those on collections that were changed after they had been sent, with the ids that rows and rules have now. */
export function withChangesSince(sent: Access, present: Access, saved: Access): Access {
  const isSaved = ({ collection }: { collection: string }): boolean =>
    isSame(rightsOn(collection, sent), rightsOn(collection, present));
  const isNewer = (each: { collection: string }): boolean => !isSaved(each);
  const rows = present.rows.filter(isNewer).map((row) => ({ ...row, id: idOf(row, saved.rows, isForSame) }));
  const rules = present.rules.filter(isNewer).map((rule) => ({ ...rule, id: idOf(rule, saved.rules, isAboutSame) }));
  return { rows: [...saved.rows.filter(isSaved), ...rows], rules: [...saved.rules.filter(isSaved), ...rules] };
}

const rightsOn = (name: string, { rows, rules }: Access): unknown => [
  rows.filter(({ collection }) => collection === name),
  rules.filter(({ collection }) => collection === name),
];

const isForSame = (one: AccessRow, other: AccessRow): boolean =>
  one.collection === other.collection && one.status === other.status;

const isAboutSame = (one: RuleRow, other: RuleRow): boolean =>
  one.collection === other.collection && one.status === other.status && one.action === other.action;

/** The id of what is stored: its own if it still is, otherwise that of what now stands in its place. */
function idOf<T extends { readonly id: number | null }>(
  one: T,
  stored: readonly T[],
  fits: (one: T, other: T) => boolean,
): number | null {
  const found = stored.find(({ id }) => id === one.id) ?? stored.find((other) => fits(one, other));
  return found?.id ?? null;
}
