/** How an edit stands to a newer state: still open, or what to send of it; undefined sends nothing. */
export interface Outcome {
  readonly isOpen: boolean;
  readonly ifMine: unknown;
  readonly ifTheirs: unknown;
}
