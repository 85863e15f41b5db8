import type { Action } from './action.ts';
import { configures, isReserved } from './reserved.ts';

/** What requests with an API key may do at most, of what the key's user may do. */
export interface KeyRights {
  readonly key: number;
  readonly readOnly: boolean;
  /** The actions on each collection; null for all actions on all collections. */
  readonly collections: ReadonlyMap<string, ReadonlySet<Action>> | null;
  /** The same for the same rights. */
  readonly digest: string;
}

/** A view as somebody else permits what a key does that only reads. */
export const VIEWING: KeyRights = { key: 0, readOnly: true, collections: null, digest: 'view' };

/** Whether a key permits less than its user may do. */
export function isLimited({ readOnly, collections }: KeyRights): boolean {
  return readOnly || collections !== null;
}

/**
 * Whether a limited key permits an action on a collection. What configures the project is changed by administrators, and
 * nobody is one with such a key.
 */
export function permitsLimited({ readOnly, collections }: KeyRights, collection: string, action: Action): boolean {
  if (action !== 'read' && (readOnly || configures(collection) || isReserved(collection, action))) return false;
  return collections === null || collections.get(collection)?.has(action) === true;
}
