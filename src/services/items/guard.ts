import { planContext, type Scope } from '../../persistence/context.ts';
import { rowMatches } from '../../persistence/read/row-matches.ts';
import type { Source } from '../../persistence/source.ts';
import type { WriteContext } from '../../query/plan/write/context.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { permitUpdate, rowsToSee } from '../../query/plan/write/permit.ts';
import type { Collection } from '../../schema/collection.ts';
import { writeContext } from './write-context.ts';

/** Returns what permission checks depend on, for the caller of a scope. */
export function rightsOf(
  scope: Scope,
): Pick<WriteContext, 'schema' | 'policy' | 'caller' | 'comment' | 'now' | 'timeZone'> {
  const { caller, now, write, store } = scope;
  return { ...planContext(scope), caller, now, comment: write.comment, timeZone: store.catalog.settings.timeZone };
}

/**
 * Whether the caller may see an item in order to change it. Error 300 if a permission depends on an owner field that
 * the collection lacks.
 */
export async function isVisible(
  source: Source,
  collection: Collection,
  key: string,
  stored: Payload,
): Promise<boolean> {
  const rows = rowsToSee(rightsOf(source.context), collection, stored);
  return rows.kind === 'some' ? rowMatches(source, collection, key, rows.where) : rows.kind === 'all';
}

/** Refuses a change that the caller may not make. Errors 302, 303. */
export async function requireUpdatable(
  source: Source,
  collection: Collection,
  key: string,
  payload: Payload,
): Promise<void> {
  for (const step of permitUpdate(writeContext(source.context, new Map()), collection, payload))
    if (step.do === 'permit' && !(await rowMatches(source, collection, key, step.where))) throw step.refusal;
}
