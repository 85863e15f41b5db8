import type { Action } from './action.ts';
import { configures, isReserved } from './reserved.ts';

/** The limits that an API key sets on its user's rights. */
export interface KeyRights {
  readonly key: number;
  readonly readOnly: boolean;
  /** The actions on each collection; null for all actions on all collections. */
  readonly collections: ReadonlyMap<string, ReadonlySet<Action>> | null;
  /** Equal for equal rights. */
  readonly digest: string;
}

/** The limits of a view: the same as those of a read-only key. */
export const VIEWING: KeyRights = { key: 0, readOnly: true, collections: null, digest: 'view' };

/** Whether a key limits its user at all. */
export function isLimited({ readOnly, collections }: KeyRights): boolean {
  return readOnly || collections !== null;
}

/**
 * Whether a limited key permits an action on a collection. Only administrators change what configures the project, and
 * nobody is one with such a key.
 */
export function permitsLimited({ readOnly, collections }: KeyRights, collection: string, action: Action): boolean {
  if (action !== 'read' && (readOnly || configures(collection) || isReserved(collection, action))) return false;
  return collections === null || collections.get(collection)?.has(action) === true;
}
