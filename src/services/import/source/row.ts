import type { ApiError } from '../../../errors/api-error.ts';

/** The formats of files that are imported. */
export type FileFormat = 'csv' | 'json' | 'ndjson' | 'xlsx';

/** The encodings of text files. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How a file is to be read; what is left out is guessed. */
export interface ReadingOptions {
  readonly encoding?: Encoding;
  /** What separates the cells of a CSV file. */
  readonly delimiter?: string;
  /** The sheet of a workbook; the first unless given. */
  readonly sheet?: string;
}

/** Where a table can be read on, without what lies before it. In bytes of its text as UTF-8, without a mark. */
export interface TablePlace {
  /** Where its heading ends. */
  readonly head: number;
  readonly next: number;
  /** The number of the row before it. */
  readonly number: number;
}

/** A row of a file. */
export interface SourceRow {
  /** As people count: rows of tables from 1 with the heading, lines and items of JSON from 1. */
  readonly number: number;
  readonly values: ReadonlyMap<string, unknown>;
  /** Why it cannot be read. */
  readonly fault?: ApiError;
  /** The place after it, if reading can begin there. */
  readonly place?: TablePlace;
}

/** One pass through a file. */
export interface Reading {
  /** The columns that are known so far: of a table the heading, of JSON the names that have occurred. */
  readonly columns: ReadonlySet<string>;
  /** The rows, in order. Errors: 4 for a file that cannot be read on. */
  rows(): AsyncGenerator<SourceRow>;
  /** The part of the file that has been read, from 0 to 1. */
  share(): number;
}

/** A file whose format is known. */
export interface TableFile {
  readonly format: FileFormat;
  /** As they were given or guessed, as far as they apply. */
  readonly options: ReadingOptions;
  /** The names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** From its beginning, or from a place of it. */
  read(from?: TablePlace): Reading;
}

/** Most columns of a file. */
export const MOST_COLUMNS = 1000;
/** Most characters of a row, of an item of JSON, and of a cell. */
export const LONGEST_ROW = 4 * 1024 * 1024;
