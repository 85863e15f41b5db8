import { OctavoError } from '@octavo/client';
import { onScopeDispose, type Ref, shallowRef } from 'vue';
import { explainFailure } from '../api/failure.ts';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { t } from '../i18n/messages.ts';
import type { Matching } from '../jobs/matching.ts';
import type { Collection } from '../model/collection.ts';
import { showDone, showFailure } from '../ui/toasts.ts';
import { changeMany, deleteMany, type Outcome, type Refused, restoreMany } from './bulk.ts';
import type { Row } from './rows.ts';

/** Items to change: some by key, at once; or all that match, by a job. */
export type Target = { readonly keys: readonly string[] } | { readonly matching: Matching };

/** Changes of many items, and the progress of the running one. */
export interface Bulk {
  /** The number of items handled so far; null while nothing runs. */
  readonly progress: Ref<number | null>;
  /** The items that were refused in the last change. */
  readonly refused: Ref<readonly Refused[]>;
  readonly change: (target: Target, change: Row, said?: string) => Promise<void>;
  readonly remove: (target: Target) => Promise<void>;
  readonly cancel: () => void;
}

/** Changes or deletes many items of a collection; `after` is called when the list has to be read again. */
export function useBulk(collection: Collection, after: () => Promise<void>): Bulk {
  const project = useProject();
  const { client, permissions } = project;
  const progress = shallowRef<number | null>(null);
  const refused = shallowRef<readonly Refused[]>([]);
  let running: AbortController | null = null;
  let isLeft = false;
  onScopeDispose(() => {
    isLeft = true;
  });

  /** Changes of all matching items are a job of the server, which continues when the page is left. */
  async function byJob(what: 'update' | 'delete', matching: Matching, payload?: Row): Promise<void> {
    const { changeMatching } = await import('../jobs/matching.ts');
    await changeMatching(project, what, matching, payload, async () => {
      if (!isLeft) await after();
    });
  }

  async function run(
    act: (work: Parameters<typeof deleteMany>[0]) => Promise<Outcome>,
    keys: readonly string[],
  ): Promise<Outcome | null> {
    running = new AbortController();
    progress.value = 0;
    const { signal } = running;
    const onProgress = (count: number): void => {
      progress.value = count;
    };
    try {
      return await act({ client, collection, keys, signal, onProgress });
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

  /** Only administrators can restore what a status has hidden. */
  const mayUndo = (change: Row): boolean => {
    const { status, statuses } = collection;
    const isHidden = status && statuses.some(({ isDeleted, value }) => isDeleted && value === change[status.name]);
    return permissions.isAdministrator || !isHidden;
  };

  return {
    progress,
    refused,
    change: async (target, change, said = 'list.changed') => {
      if ('matching' in target) return byJob('update', target.matching, change);
      const outcome = await run((work) => changeMany(work, change), target.keys);
      if (outcome) report(outcome, said, mayUndo(change));
    },
    remove: async (target) => {
      if ('matching' in target) return byJob('delete', target.matching);
      const outcome = await run(deleteMany, target.keys);
      if (outcome) report(outcome, 'list.deleted', false);
    },
    cancel: () => running?.abort(),
  };
}

/** Why an item was refused, in a sentence. */
export const reasonOf = ({ error }: Refused): string => explainFailure(error);

/** Whether an item was refused because of the role, so that the server can say why. */
export const isDenied = ({ error }: Refused): boolean => error instanceof OctavoError && error.status === 403;
