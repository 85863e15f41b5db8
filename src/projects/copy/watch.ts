/** How far a copy is. */
export interface CopyProgress {
  /** What is being done: rows are copied, read back, and, where the original must not have changed, compared with it again. */
  readonly phase: 'waiting' | 'rows' | 'reading_back' | 'files' | 'original';
  /** The table that is being worked on. */
  readonly table: string | null;
  /** Rows of this phase; the total is null while it is not known. */
  readonly rows: { readonly done: number; readonly total: number | null };
}

/** Follows a copy, and may end it. */
export interface CopyWatch {
  /** The target is empty and will be filled; `existed` says whether it was there. */
  fills(existed: boolean): void;
  begins(phase: CopyProgress['phase'], rows: number | null): void;
  enters(table: string): void;
  /** Rows have been handled: throws if the copy is to end, and gives way to others. */
  handled(rows: number): Promise<void>;
}

const nothing = (): void => {};

/** Nobody follows the copy. */
export const UNWATCHED: CopyWatch = { fills: nothing, begins: nothing, enters: nothing, handled: async () => {} };

/** A copy that was ended before it was complete. */
export class CopyEnded extends Error {}
