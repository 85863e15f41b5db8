/** A column of a table, in the terms of the wire contract, whatever the engine calls it. */
export interface Column {
  readonly name: string;
  /** Upper-case SQL name of the datatype as clients know it: `VARCHAR`, `INT`, `DATETIME`. */
  readonly datatype: string;
  /** What stands in the parentheses of the declaration: `255`, `10,2`, `'a','b'`; null without any. */
  readonly arguments: string | null;
  readonly signed: boolean;
  readonly nullable: boolean;
  /** The default as text; null without one. */
  readonly default: string | null;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  readonly unique: boolean;
  /** The comment on the column, where the engine keeps one. */
  readonly comment: string;
  /** The collation of a text column that was made elsewhere: it decides how values compare and sort. Absent for Octavo's own. */
  readonly collation?: string;
  /** The engine's own words for parts of the column that say more than the above; its dialect keeps them through changes. */
  readonly native?: Readonly<Record<string, string>>;
}

/** An index that makes nothing unique. */
export interface TableIndex {
  readonly name: string;
  /** The columns that it cannot do without. */
  readonly columns: readonly string[];
  /** Whether the columns in their order say all of it. */
  readonly plain: boolean;
  /** The engine's own words for it, where Octavo did not make it. */
  readonly native?: string;
}

/** A table as it stands in the database. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Unique constraints over more than one column. */
  readonly uniqueTogether: readonly (readonly string[])[];
  /** The engine's own names of unique constraints, by their columns joined with commas. */
  readonly uniqueNames?: Readonly<Record<string, string>>;
  /** Indexes that make nothing unique, as far as the engine needs to be told of them; absent where nothing is said of them. */
  readonly indexes?: readonly TableIndex[];
}

/** A constraint that has one column point to another one. */
export interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly targetColumn: string;
}

const DECLARATION = /^\s*(\w+(?: precision)?)\s*(?:\(((?:'[^']*'|[^')])*)\))?(?:\s*(unsigned)\b)?/i;

/** Reads `DECIMAL(10,2) unsigned` into its parts. Throws on text that is no declaration. */
export function parseDeclaration(text: string): Pick<Column, 'datatype' | 'arguments' | 'signed'> {
  const parts = DECLARATION.exec(text);
  if (!parts) throw new Error(`"${text}" is not a column declaration`);
  return { datatype: (parts[1] ?? '').toUpperCase(), arguments: parts[2] ?? null, signed: parts[3] === undefined };
}

/** The declaration of a column: the inverse of {@link parseDeclaration}. */
export function printDeclaration(column: Pick<Column, 'datatype' | 'arguments' | 'signed'>): string {
  const size = column.arguments === null ? '' : `(${column.arguments})`;
  return `${column.datatype}${size}${column.signed ? '' : ' unsigned'}`;
}
