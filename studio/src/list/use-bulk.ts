import { OctavoError } from '@octavo/client';
import { type Ref, shallowRef } from 'vue';
import { explainFailure } from '../api/failure.ts';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import { showDone, showFailure } from '../ui/toasts.ts';
import { changeMany, deleteMany, type Outcome, type Refused, restoreMany, type Target } from './bulk.ts';
import type { Row } from './rows.ts';

/** Changes of many items, and how far the one that runs is. */
export interface Bulk {
  /** Items looked at so far; null while nothing runs. */
  readonly progress: Ref<number | null>;
  /** The items that were refused in the last change. */
  readonly refused: Ref<readonly Refused[]>;
  readonly change: (target: Target, change: Row, said?: string) => Promise<void>;
  readonly remove: (target: Target) => Promise<void>;
  readonly cancel: () => void;
}

/** Changes or deletes many items of a collection; `after` is told when the list has to be read again. */
export function useBulk(collection: Collection, after: () => Promise<void>): Bulk {
  const { client, permissions } = useProject();
  const progress = shallowRef<number | null>(null);
  const refused = shallowRef<readonly Refused[]>([]);
  let running: AbortController | null = null;

  async function run(
    act: (work: Parameters<typeof deleteMany>[0]) => Promise<Outcome>,
    target: Target,
  ): Promise<Outcome | null> {
    running = new AbortController();
    progress.value = 0;
    const { signal } = running;
    const onProgress = (count: number): void => {
      progress.value = count;
    };
    try {
      return await act({ client, collection, target, signal, onProgress });
    } catch (error) {
      noticeFailure(error);
      showFailure(error);
      return null;
    } finally {
      progress.value = null;
      running = null;
      await after();
    }
  }

  async function undo(before: readonly Row[]): Promise<void> {
    try {
      await restoreMany({ client, collection }, before);
      showDone(t('list.undone', { count: before.length }));
    } catch (error) {
      noticeFailure(error);
      showFailure(error);
    } finally {
      await after();
    }
  }

  function report({ done, refused: left, isCancelled }: Outcome, said: string, mayUndo: boolean): void {
    refused.value = left;
    if (done.length === 0) return;
    const text = t(isCancelled ? 'list.stopped' : said, { count: done.length });
    showDone(text, mayUndo ? { label: t('common.undo'), run: () => void undo(done) } : undefined);
  }

  /** Others than administrators cannot bring back what a status has hidden. */
  const mayUndo = (change: Row): boolean => {
    const { status, statuses } = collection;
    const isHidden = status && statuses.some(({ isDeleted, value }) => isDeleted && value === change[status.name]);
    return permissions.isAdministrator || !isHidden;
  };

  return {
    progress,
    refused,
    change: async (target, change, said = 'list.changed') => {
      const outcome = await run((work) => changeMany(work, change), target);
      if (outcome) report(outcome, said, mayUndo(change));
    },
    remove: async (target) => {
      const outcome = await run(deleteMany, target);
      if (outcome) report(outcome, 'list.deleted', false);
    },
    cancel: () => running?.abort(),
  };
}

/** Why an item was refused, in a sentence. */
export const reasonOf = ({ error }: Refused): string => explainFailure(error);

/** Whether an item was refused because of the role, so that the server can say why. */
export const isDenied = ({ error }: Refused): boolean => error instanceof OctavoError && error.status === 403;
