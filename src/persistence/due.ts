import type { Condition } from './conditions.ts';

/**
 * The condition on rows that are due by their column `due_at`, in milliseconds since 1970. No row waits for longer than
 * `longest`: a later time was set by a clock that was ahead, and the row is due as well.
 */
export function isDue(now: number, longest: number): Condition {
  const inTime: Condition = ['due_at', '<=', now];
  return { any: [inTime, ['due_at', '>', now + longest]] };
}

/** When a row with this `due_at` is due, as in {@link isDue}. */
export const dueTime = (at: number, now: number, longest: number): number => (at > now + longest ? now : at);
