/** The outcome of merging an edit with a newer state: still open, or the value to send; undefined sends nothing. */
export interface Outcome {
  readonly isOpen: boolean;
  readonly ifMine: unknown;
  readonly ifTheirs: unknown;
}
