import { LARGEST_SINGLE } from '../shared/largest-single.ts';
import { named } from '../shared/named.ts';

/** The kind of value that a column holds; decides how values are checked, stored, compared and read. */
export type Kind =
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'float'
  | 'text'
  | 'choice'
  | 'date'
  | 'time'
  | 'datetime'
  | 'binary'
  | 'json';

export interface Datatype {
  readonly kind: Kind;
  /** Whether a column must, may or must not have a length. */
  readonly length: 'required' | 'allowed' | 'refused';
  /** Maximum length of a declaration, if less than 65535; of a set, the maximum number of its members. */
  readonly longest?: number;
  /** The default length, if not unlimited. */
  readonly defaultLength?: string;
  /** The datatype that this is a synonym of, which is shown instead. */
  readonly synonymOf?: string;
  /** The external form of null, if not the kind's. */
  readonly readNull?: unknown;
  /** The size of an integer in bytes; digits and bounds follow from it. */
  readonly bytes?: number;
  /** The bounds of an integer that holds less than its bytes could; 0 is held as well. */
  readonly bounds?: readonly [low: bigint, high: bigint];
  /** The largest number of single precision. */
  readonly largest?: number;
  /** The field type of an undescribed column. */
  readonly guess: string | null;
}

const integer = (bytes: number, kind: Kind = 'integer'): Datatype => ({
  kind,
  bytes,
  length: 'allowed',
  guess: 'integer',
});
const text = (length: Datatype['length'], guess: string | null = 'string'): Datatype => ({
  kind: 'text',
  length,
  guess,
});
const binary = (length: Datatype['length'], guess: string | null = 'binary'): Datatype => ({
  kind: 'binary',
  length,
  guess,
});
const decimal = (length: Datatype['length']): Datatype => ({ kind: 'decimal', length, guess: 'decimal' });
const float: Datatype = { kind: 'float', length: 'allowed', guess: 'decimal' };
const moment = (kind: Kind, guess: string): Datatype => ({ kind, length: 'refused', guess });

/** Kinds of integers, which may be keys that the engine generates. */
export const INTEGRAL: ReadonlySet<Kind> = new Set(['integer', 'bigint']);
/** Kinds of numbers. */
export const NUMERIC: ReadonlySet<Kind> = new Set([...INTEGRAL, 'decimal', 'float']);
/** Kinds of values that engines compare as texts. */
export const TEXTUAL: ReadonlySet<Kind> = new Set(['text', 'choice', 'json']);
/** Kinds of dates and times. */
export const TEMPORAL: ReadonlySet<Kind> = new Set(['date', 'time', 'datetime']);
/** Kinds of numbers, dates and times: short values whose texts have few letters, and that every engine sorts alike. */
export const NUMERIC_OR_TEMPORAL: ReadonlySet<Kind> = new Set([...NUMERIC, ...TEMPORAL]);
/** Kinds of values with a time of day, which may have a fraction of a second. */
export const TIMED: ReadonlySet<Kind> = new Set(['time', 'datetime']);
/** The size of a decimal that holds as many digits as a client can request. */
export const WIDEST_DECIMAL = '65,30';
/** The most bytes that a `TEXT` column holds on every engine. MySQL has the lowest limit. */
export const TEXT_BYTES = 65_535;

/** Every datatype name that a client may send. (Contract, S-105 to S-107.) */
export const datatypes = named<Datatype>({
  TINYINT: integer(1),
  SMALLINT: integer(2),
  MEDIUMINT: integer(3),
  INT: integer(4),
  // Only tables of SQLite that Octavo did not create have such columns, and integers have 8 bytes there.
  INTEGER: { ...integer(8), synonymOf: 'INT' },
  LONG: { ...integer(4), synonymOf: 'INT' },
  YEAR: { ...integer(2), bounds: [1901n, 2155n] },
  BIGINT: integer(8, 'bigint'),
  SERIAL: { kind: 'bigint', bytes: 8, length: 'refused', guess: 'integer', synonymOf: 'BIGINT' },
  BIT: { kind: 'binary', length: 'refused', guess: 'binary' },
  BOOL: { kind: 'integer', bytes: 1, length: 'refused', guess: 'boolean', synonymOf: 'TINYINT' },
  BOOLEAN: { kind: 'integer', bytes: 1, length: 'refused', guess: 'boolean', synonymOf: 'TINYINT' },
  DECIMAL: { ...decimal('required'), defaultLength: '10,2' },
  DEC: { ...decimal('allowed'), synonymOf: 'DECIMAL', defaultLength: '10,0' },
  FIXED: { ...decimal('allowed'), synonymOf: 'DECIMAL', defaultLength: '10,0' },
  NUMERIC: { ...decimal('allowed'), synonymOf: 'DECIMAL', defaultLength: '10,0' },
  FLOAT: { ...float, largest: LARGEST_SINGLE },
  DOUBLE: float,
  'DOUBLE PRECISION': { ...float, synonymOf: 'DOUBLE' },
  REAL: { ...float, synonymOf: 'DOUBLE' },
  CHAR: { ...text('required'), longest: 255, defaultLength: '50' },
  VARCHAR: { ...text('required'), defaultLength: '255' },
  TINYTEXT: text('refused'),
  TEXT: text('refused'),
  MEDIUMTEXT: text('refused'),
  LONGTEXT: text('refused'),
  UUID: text('refused', 'uuid'),
  ENUM: { kind: 'choice', length: 'required', guess: 'string' },
  SET: { kind: 'choice', length: 'required', longest: 64, guess: 'string' },
  DATE: moment('date', 'date'),
  TIME: moment('time', 'time'),
  DATETIME: moment('datetime', 'datetime'),
  TIMESTAMP: moment('datetime', 'datetime'),
  BINARY: { ...binary('allowed'), longest: 255, defaultLength: '1' },
  VARBINARY: { ...binary('required'), defaultLength: '255' },
  TINYBLOB: binary('refused', null),
  BLOB: { ...binary('refused'), readNull: '' },
  MEDIUMBLOB: { ...binary('refused', null), readNull: '' },
  LONGBLOB: binary('refused'),
  JSON: { kind: 'json', length: 'refused', guess: 'json' },
});

const OPAQUE: Datatype = { kind: 'text', length: 'refused', guess: null };

/** Looks up a datatype by its upper-case name; unknown ones are read as text. */
export function datatypeOf(name: string): Datatype {
  return datatypes[name] ?? OPAQUE;
}

/** The kind of a column's values. */
export const columnKind = ({ datatype }: { readonly datatype: string }): Kind => datatypeOf(datatype).kind;
