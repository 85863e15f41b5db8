import type { Scope } from '../../persistence/context.ts';
import { lineOf, MAX_WARNINGS, refuseWarnings, type Warning } from '../../query/plan/write/warnings.ts';

/**
 * Handles warnings. A strict project refuses them with error 4; others list them in the `messages` of the answer,
 * because clients of Directus 8 expect such writes to succeed.
 */
export function warnOrRefuse(scope: Scope, warnings: readonly Warning[]): void {
  if (isStrict(scope)) refuseWarnings(warnings);
  for (const warning of warnings.slice(0, MAX_WARNINGS)) if (!warning.quiet) note(scope, lineOf(warning));
}

function note({ notes }: Scope, line: string): void {
  if (notes && notes.size < MAX_WARNINGS) notes.add(line);
}

/** Whether the project refuses writes with warnings. */
function isStrict({ store }: Scope): boolean {
  return store.catalog.settings.strict;
}
