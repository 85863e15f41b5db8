import type { Filled } from '../unfinished/unfinished-project.ts';

/** The progress of a copy. */
export interface CopyProgress {
  /**
   * The phase: rows are copied, read back, and, if the original must not have changed, compared with the original
   * again.
   */
  readonly phase: 'waiting' | 'rows' | 'reading_back' | 'files' | 'original';
  /** The table that is being processed. */
  readonly table: string | null;
  /** Rows of this phase; the total is null while it is unknown. */
  readonly rows: { readonly done: number; readonly total: number | null };
}

/** Receives the progress of a copy, and may end the copy. */
export interface CopyWatch {
  /** Whether it shows how many rows there are in all. */
  readonly showsTotal: boolean;
  /** Called when the target is known to be empty and will be filled. */
  fills(filled: Filled): void;
  begins(phase: CopyProgress['phase'], rows: number | null): void;
  enters(table: string): void;
  /** Called when rows have been processed. Throws if the copy should end, and yields to others. */
  handled(rows: number): Promise<void>;
}

const nothing = (): void => {};

/** Ignores the progress. */
export const UNWATCHED: CopyWatch = {
  showsTotal: false,
  fills: nothing,
  begins: nothing,
  enters: nothing,
  handled: async () => {},
};

/** Thrown to end a copy before it is complete. */
export class CopyEnded extends Error {}
