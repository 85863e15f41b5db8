import type { ApiError } from '../../../errors/api-error.ts';

/** The formats of files that can be imported. */
export type FileFormat = 'csv' | 'json' | 'ndjson' | 'xlsx';

/** The encodings of text files. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Options for reading a file; those that are missing are guessed. */
export interface ReadingOptions {
  readonly encoding?: Encoding;
  /** What separates the cells of a CSV file. */
  readonly delimiter?: string;
  /** The sheet of a workbook; the first one by default. */
  readonly sheet?: string;
}

/**
 * Where reading a table can resume without its earlier rows. Offsets are bytes of its text as UTF-8, without the byte
 * order mark.
 */
export interface TablePlace {
  /** Where its heading ends. */
  readonly head: number;
  readonly next: number;
  /** The number of the row before it. */
  readonly number: number;
}

/** A row of a file. */
export interface SourceRow {
  /** As people count: rows of tables from 1, which is the heading; lines and items of JSON from 1. */
  readonly number: number;
  readonly values: ReadonlyMap<string, unknown>;
  /** Why it cannot be read. */
  readonly fault?: ApiError;
  /** The position after it, if reading can resume there. */
  readonly place?: TablePlace;
}

/** One pass through a file. */
export interface Reading {
  /** The columns that have been seen so far: the heading of a table, or the names that have occurred in JSON. */
  readonly columns: ReadonlySet<string>;
  /** The rows, in order. Error 4 if the file cannot be read further. */
  rows(): AsyncGenerator<SourceRow>;
  /** The fraction of the file that has been read, from 0 to 1. */
  share(): number;
}

/** A file whose format is known. */
export interface TableFile {
  readonly format: FileFormat;
  /** The given or guessed options, as far as they apply to the format. */
  readonly options: ReadingOptions;
  /** The names of a workbook's sheets. */
  readonly sheets: readonly string[];
  /** Reads the file from its beginning, or from a position. */
  read(from?: TablePlace): Reading;
}

/** The maximum number of columns of a file. */
export const MAX_COLUMNS = 1000;
/** The maximum number of characters of a row, of an item of JSON, and of a cell. */
export const MAX_ROW_LENGTH = 4 * 1024 * 1024;
