import type { Asking } from '../item/asking.ts';
import { guardUnsaved } from '../item/unsaved.ts';

/** What guards the draft in a drawer: the question that the drawer shows, and what it makes its change with. */
interface Guard {
  readonly question: Asking;
  /** Waits for a change, which goes on wherever somebody goes. Whether it was made: then nothing is left to guard. */
  readonly during: (change: Promise<boolean>) => Promise<boolean>;
}

/** Guards the draft in a drawer, which has an address of its own: whoever closes it leaves that, and is asked. */
export function guardDrawer(draft: () => unknown): Guard {
  const begun = JSON.stringify(draft());
  let isOver = false;
  const isDirty = (): boolean => !isOver && JSON.stringify(draft()) !== begun;
  const question = guardUnsaved(isDirty, (to, from) => to.fullPath !== from.fullPath);
  return {
    question,
    during: async (change) => {
      isOver = true;
      isOver = await change;
      return isOver;
    },
  };
}
