import { t } from '../i18n/messages.ts';
import { newTitle } from '../item/new-title.ts';
import { type KeyCommand, useKeys } from '../keys/keys.ts';
import type { Collection } from '../model/collection.ts';

/** The actions of a list's keyboard shortcuts. */
interface Keyed {
  readonly search: () => void;
  /** Null if nothing can be created. */
  readonly create: (() => void) | null;
  readonly step: (by: number) => void;
  readonly select: (isRange: boolean) => void;
  readonly open: () => void;
  readonly clear: () => void;
  /** Whether there is a row to act on. */
  readonly hasRows: () => boolean;
  readonly hasSelection: () => boolean;
}

/** The keyboard shortcuts of a list. */
export function useListKeys(collection: Collection, keyed: Keyed): void {
  const { search, create, step, select, open, clear } = keyed;
  const rows: readonly KeyCommand[] = [
    { keys: 'j', label: t('list.key.next'), run: () => step(1) },
    { keys: 'k', label: t('list.key.previous'), run: () => step(-1) },
    { keys: 'x', label: t('list.key.select'), run: () => select(false) },
    { keys: 'shift+x', label: t('list.key.range'), run: () => select(true) },
    { keys: 'e', label: t('list.key.open'), run: open },
  ];
  useKeys(() => [
    { keys: '/', label: t('list.key.search'), run: search },
    ...(create ? [{ keys: 'c', label: newTitle(collection), run: create }] : []),
    ...(keyed.hasRows() ? rows : []),
    ...(keyed.hasSelection() ? [{ keys: 'escape', label: t('list.clearSelection'), run: clear }] : []),
  ]);
}
