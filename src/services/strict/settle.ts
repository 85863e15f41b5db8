import type { Scope } from '../../persistence/context.ts';
import { type Doubt, lineOf, MOST_DOUBTS, refuseDoubts } from '../../query/plan/write/doubts.ts';

/**
 * What clients of Directus 8 are used to seeing taken although it cannot be meant: a strict project refuses it with
 * error 4, others say it in the `messages` of their answer.
 */
export function settleDoubts(scope: Scope, doubts: readonly Doubt[]): void {
  if (isStrict(scope)) refuseDoubts(doubts);
  for (const doubt of doubts.slice(0, MOST_DOUBTS)) if (!doubt.quiet) note(scope, lineOf(doubt));
}

function note({ notes }: Scope, line: string): void {
  if (notes && notes.size < MOST_DOUBTS) notes.add(line);
}

/** Whether the project refuses what cannot be meant. */
function isStrict({ store }: Scope): boolean {
  return store.catalog.settings.strict;
}
