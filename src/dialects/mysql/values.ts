import mysql from 'mysql2/promise';
import type { Row } from '../../query/shape/row.ts';
import type { Stored } from '../../schema/stored.ts';
import { MAX_INT64, MAX_UINT64, MIN_INT64 } from '../../shared/int64.ts';
import { LARGEST_SINGLE } from '../../shared/largest-single.ts';

const { LONGLONG, NEWDECIMAL } = mysql.TypedParameter;
/** Type numbers of the protocol. */
const TYPES = { float: 4, timestamp: 7, date: 10, time: 11, datetime: 12, vector: 242, geometry: 255 };

/** Encodes a parameter. Integers are sent as such; the driver would send them as floating point. */
export function toParameter(value: Stored): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? LONGLONG(value) : value;
  if (typeof value === 'bigint') return ofBigint(value);
  return value instanceof Uint8Array && !Buffer.isBuffer(value) ? Buffer.from(value) : value;
}

function ofBigint(value: bigint): unknown {
  if (value >= MIN_INT64 && value <= MAX_INT64) return LONGLONG(value);
  return value > 0n && value <= MAX_UINT64 ? LONGLONG.unsigned(value) : NEWDECIMAL(String(value));
}

/** The part of the driver's column description that determines how its values are decoded. */
export interface Described {
  name?: string;
  readonly columnType?: number | undefined;
}

type Decode = (value: Stored) => Stored;

const DECODERS: ReadonlyMap<number, Decode> = new Map<number, Decode>([
  [TYPES.float, (value) => shortest(Number(value))],
  [TYPES.date, (value) => moment(String(value), 10)],
  [TYPES.datetime, (value) => moment(String(value), 19)],
  [TYPES.timestamp, (value) => moment(String(value), 19)],
  [TYPES.time, (value) => String(value).replace(/\.\d+$/, '')],
  [TYPES.vector, (value) => bytesOfVector(value as unknown as readonly number[])],
  [TYPES.geometry, () => null],
]);

/** Decodes rows into contract values where the driver's values differ. */
export function decodeRows(rows: Row[], fields: readonly Described[]): Row[] {
  for (let index = 0; index < fields.length; index++) {
    const decode = DECODERS.get(fields[index]?.columnType ?? -1);
    if (!decode) continue;
    for (const row of rows as Stored[][]) row[index] = row[index] === null ? null : decode(row[index] ?? null);
  }
  return rows;
}

/** The shortest decimal that denotes this single-precision number: 0.1, not 0.10000000149011612. */
function shortest(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const candidate = Number(value.toPrecision(digits));
    if (Math.fround(candidate) === value && Math.abs(candidate) <= LARGEST_SINGLE) return candidate;
  }
  return value;
}

/** The bytes of a vector, which the driver reads as a list of numbers, and null as an empty one. */
function bytesOfVector(numbers: readonly number[]): Uint8Array | null {
  return numbers.length === 0 ? null : new Uint8Array(Float32Array.from(numbers).buffer);
}

/** Drops fractions of seconds; a zero date becomes null. */
function moment(text: string, length: number): string | null {
  return text.startsWith('0000-00-00') ? null : text.slice(0, length);
}
