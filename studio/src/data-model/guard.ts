import type { Asking } from '../item/asking.ts';
import { guardUnsaved } from '../item/unsaved.ts';

/** Protects the draft in a drawer from being lost. The drawer shows the question and passes its changes to `during`. */
interface Guard {
  readonly question: Asking;
  /**
   * Waits for a change and returns whether it was made. Does not ask meanwhile, because leaving does not interrupt the
   * change, nor after it was made.
   */
  readonly during: (change: Promise<boolean>) => Promise<boolean>;
}

/** Asks before a drawer with a dirty draft is closed. A drawer has its own address, so closing it is a navigation. */
export function guardDrawer(draft: () => unknown): Guard {
  const initial = JSON.stringify(draft());
  let isSuspended = false;
  const isDirty = (): boolean => !isSuspended && JSON.stringify(draft()) !== initial;
  const question = guardUnsaved(isDirty, (to, from) => to.fullPath !== from.fullPath);
  return {
    question,
    during: async (change) => {
      isSuspended = true;
      isSuspended = await change;
      return isSuspended;
    },
  };
}
