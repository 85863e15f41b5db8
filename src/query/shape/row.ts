import type { Stored } from '../../schema/stored.ts';

/** A row as drivers return it: values in the order of the statement's columns. */
export type Row = readonly Stored[];
