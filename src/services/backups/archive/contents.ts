import type { Table } from '../../../schema/column.ts';

/** What a backup says of its project. */
export interface BackedUpProject {
  readonly project: string;
  readonly engine: string;
  readonly begun: string;
  /** The keys that sign tokens and seal secrets. */
  readonly auth: { readonly secret: string; readonly public: string };
}

/** A table of a backup. */
export interface BackedUpTable {
  readonly table: Table;
  /** The next value of its counter. */
  readonly next: string | null;
}

/** What there is in a backup, by which it is checked. */
export interface BackupEnd {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly checksum: string }[];
  readonly objects: number;
}
