import type { CollectionRow } from '../model/collection.ts';
import { isSame } from '../model/same.ts';

/** The attributes of a collection that people edit. */
export interface CollectionDraft {
  note: string;
  icon: string | null;
  single: boolean;
  hidden: boolean;
  translation: unknown;
}

export const collectionDraft = (row?: CollectionRow): CollectionDraft => ({
  note: row?.note ?? '',
  icon: row?.icon ?? null,
  single: row?.single ?? false,
  hidden: row?.hidden ?? false,
  translation: row?.translation ?? null,
});

/** The attributes of a draft, in the form of the API. */
const collectionAttributes = (draft: CollectionDraft): Readonly<Record<string, unknown>> => ({
  ...draft,
  note: draft.note.trim() || null,
});

/** The attributes that differ. */
export function collectionDifference(
  before: CollectionDraft,
  after: CollectionDraft,
): Readonly<Record<string, unknown>> {
  const old = collectionAttributes(before);
  return Object.fromEntries(
    Object.entries(collectionAttributes(after)).filter(([name, value]) => !isSame(value, old[name])),
  );
}
