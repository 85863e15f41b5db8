import { type Project, useReopen } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import { makeSerialQueue } from '../api/serial-queue.ts';
import { t } from '../i18n/messages.ts';
import { dismiss, showDone, showFailure, toasts } from '../ui/toasts.ts';
import { type Change, HalfDone, runChange } from './change.ts';
import { undoAll } from './journal.ts';
import { recorderOf } from './recorder.ts';
import { isStale, useRefresh } from './room.ts';

/** What follows a change: the schema is read again, and a message offers to undo it. */
export interface Changing {
  /** Runs a change that needs no confirmation; returns whether it was made. */
  readonly quietly: (change: Change) => Promise<boolean>;
  readonly settle: (change: Change, ids: readonly number[]) => Promise<void>;
  readonly enter: () => void;
  readonly leave: () => void;
}

/** The number of mounted data models: none once the user has gone to another section. */
let rooms = 0;

export function useChanging({ client, key }: Project): Changing {
  const refresh = useRefresh();
  const reopen = useReopen();
  const queue = makeSerialQueue();

  async function renew(): Promise<void> {
    isStale.value = rooms > 0;
    await (rooms > 0 ? refresh() : reopen());
  }

  async function undo(ids: readonly number[]): Promise<void> {
    try {
      await undoAll(client, ids);
      showDone(t('data-model.undone'));
    } catch (error) {
      showFailure(error);
    }
    await renew();
  }

  async function settle({ done }: Change, ids: readonly number[]): Promise<void> {
    await renew();
    for (const toast of toasts.filter(({ text }) => text === done)) dismiss(toast);
    const action = { label: t('common.undo'), run: () => void undo(ids) };
    showDone(done, ids.length > 0 ? action : undefined);
  }

  async function run(change: Change): Promise<boolean> {
    try {
      await settle(change, await runChange(recorderOf(key), change));
      return true;
    } catch (error) {
      const reason = error instanceof HalfDone ? error.reason : error;
      noticeFailure(reason);
      showFailure(reason);
      await renew();
      return false;
    }
  }

  return {
    quietly: (change) => queue(() => run(change)),
    settle,
    enter: () => rooms++,
    leave: () => rooms--,
  };
}
