import type { Scope } from '../../persistence/context.ts';
import { type Doubt, lineOf, MOST_DOUBTS, refuseDoubts } from '../../query/plan/write/doubts.ts';

/**
 * Handles warnings: a strict project refuses them with error 4; others list them in the `messages` of the answer,
 * because clients of Directus 8 expect such writes to succeed.
 */
export function settleDoubts(scope: Scope, doubts: readonly Doubt[]): void {
  if (isStrict(scope)) refuseDoubts(doubts);
  for (const doubt of doubts.slice(0, MOST_DOUBTS)) if (!doubt.quiet) note(scope, lineOf(doubt));
}

function note({ notes }: Scope, line: string): void {
  if (notes && notes.size < MOST_DOUBTS) notes.add(line);
}

/** Whether the project refuses writes with warnings. */
function isStrict({ store }: Scope): boolean {
  return store.catalog.settings.strict;
}
