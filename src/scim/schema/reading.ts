/** What may be sent instead of a text. (Contract, C-44.) */
export interface Reading {
  /** A list with a single value, which stands for the value. */
  readonly lists: boolean;
  readonly numbers: boolean;
}

/** Some identity providers wrap the values of a PatchOp in lists. */
export const OF_PATCH: Reading = { lists: true, numbers: true };
export const OF_RESOURCE: Reading = { lists: false, numbers: true };
/** Clients of Directus 8 may send nothing but a text. */
export const EXACT: Reading = { lists: false, numbers: false };
