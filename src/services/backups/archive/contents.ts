import type { Table } from '../../../schema/column.ts';

/** The project that a backup is of. */
export interface BackedUpProject {
  readonly project: string;
  readonly engine: string;
  readonly begun: string;
  /** The secrets that sign tokens and seal texts. */
  readonly auth: { readonly secret: string; readonly public: string };
}

/** A table of a backup. */
export interface BackedUpTable {
  readonly table: Table;
  /** The next value of its counter. */
  readonly next: string | null;
}

/** The summary at the end of a backup, against which it is verified. */
export interface BackupEnd {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly checksum: string }[];
  readonly objects: number;
}
