/** A column of a table in the terms of the wire contract, independent of the engine. */
export interface Column {
  readonly name: string;
  /** Upper-case SQL name of the datatype as clients know it: `VARCHAR`, `INT`, `DATETIME`. */
  readonly datatype: string;
  /** The arguments of the declaration: `255`, `10,2`, `'a','b'`; null if there are none. */
  readonly arguments: string | null;
  readonly signed: boolean;
  readonly nullable: boolean;
  /** The default as text; null if there is none. */
  readonly default: string | null;
  /** The default is an expression in the engine's SQL, which computes a value for each row. */
  readonly computedDefault?: true;
  /** The engine computes its values from other columns, and takes none. */
  readonly generated?: true;
  readonly primaryKey: boolean;
  readonly autoIncrement: boolean;
  readonly unique: boolean;
  /** The comment on the column, if the engine keeps one. */
  readonly comment: string;
  /**
   * The collation of a text column that Octavo did not create, or its type where the engine orders the values of a type
   * that is not a text; it decides how values compare and sort. Absent for Octavo's columns.
   */
  readonly collation?: string;
  /** The type as which statements read and compare the column, if the engine cannot compare values of its own type. */
  readonly comparedAs?: 'text' | 'integer' | 'binary' | 'time';
  /** Its type is one of the engine's own, whose values the engine compares with no text that is not such a value. */
  readonly strict?: true;
  /** The engine treats some texts that differ as equal, such as those that differ in case. */
  readonly loose?: true;
  /** Its numbers have single precision, but the engine compares them with numbers of double precision. */
  readonly single?: true;
  /**
   * How many digits of a fraction of a second the moments of a column have that Octavo did not create. Answers leave them
   * out, except in keys; copies and backups keep them.
   */
  readonly fraction?: number;
  /** Parts of the definition that cannot be expressed otherwise, verbatim; the dialect preserves them. */
  readonly native?: Readonly<Record<string, string>>;
}

/**
 * The purpose of an Octavo index other than looking up values: texts in the order of lists, or trigrams of texts.
 * Engines that do not support it omit the index.
 */
export type IndexForm = 'sort' | 'text';

/** A non-unique index. */
export interface TableIndex {
  readonly name: string;
  /** The columns that it depends on. */
  readonly columns: readonly string[];
  /** Whether the ordered columns describe it completely. */
  readonly plain: boolean;
  /** Absent for an ordinary index. */
  readonly form?: IndexForm;
  /** Rows are still being added to it, so no read may use it. */
  readonly building?: true;
  /** Its definition in SQL, if Octavo did not create it. */
  readonly native?: string;
}

/** The parts of another program's table that only SQL text can express, verbatim. The dialect preserves them. */
interface NativeTable {
  /** The checks and foreign keys. */
  readonly constraints: readonly string[];
  readonly options: string;
  /** The statements that create its triggers. */
  readonly triggers: readonly string[];
}

/** A table of the database. */
export interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  /** Multi-column unique constraints. */
  readonly uniqueTogether: readonly (readonly string[])[];
  /** The names of unique constraints, by their columns as a JSON list. */
  readonly uniqueNames?: Readonly<Record<string, string>>;
  /** Non-unique indexes; absent if unspecified. */
  readonly indexes?: readonly TableIndex[];
  readonly native?: NativeTable;
}

/** A foreign key constraint over one column. */
export interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly targetColumn: string;
}

const DECLARATION = /^\s*(\w+(?: precision)?)\s*(?:\(((?:'[^']*'|[^')])*)\))?(?:\s*(unsigned)\b)?/i;

/** Parses `DECIMAL(10,2) unsigned`. Throws on text that is not a declaration. */
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
