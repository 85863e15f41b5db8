import type { DatePart } from '../../query/ast.ts';
import type { Kind } from '../../schema/datatypes.ts';

export const sum = (value: string, kind: Kind, scale?: number): string =>
  isWhole(kind) ? wholeSum(value) : fractionSum(value, kind, scale);

export const average = (value: string, kind: Kind, scale?: number): string =>
  `${isWhole(kind) ? approximateSum(value) : fractionSum(value, kind, scale)} / COUNT(${value})`;

const isWhole = (kind: Kind): boolean => kind === 'integer' || kind === 'bigint';

/** Decimals are floating-point numbers here, so their sum is rounded to the decimal places of the column, if it has any. */
const fractionSum = (value: string, kind: Kind, scale: number | undefined): string =>
  kind === 'decimal' && scale !== undefined ? `ROUND(SUM(${value} + 0.0), ${scale})` : `SUM(${value} + 0.0)`;

/** SUM fails beyond 64 bits, so the upper and lower halves of integers are summed separately. */
const upper = (value: string): string => `SUM(${value} >> 32) + (SUM(${value} & 4294967295) >> 32)`;
const lower = (value: string): string => `(SUM(${value} & 4294967295) & 4294967295)`;

/**
 * A text that sorts like the sum, whatever its sign: both halves with leading zeros, and the upper one increased by
 * 2^62.
 */
const wholeSum = (value: string): string =>
  `CASE WHEN COUNT(${value}) > 0 THEN printf('%019d:%010d', ${upper(value)} + 4611686018427387904, ${lower(value)}) END`;

const approximateSum = (value: string): string => `((${upper(value)}) * 4294967296.0 + ${lower(value)})`;

const number = (form: string) => (local: string) => `CAST(strftime('${form}', ${local}) AS INTEGER)`;

export const PARTS: Readonly<Record<DatePart, (local: string) => string>> = {
  year: number('%Y'),
  quarter: (local) => `(${number('%m')(local)} + 2) / 3`,
  month: number('%m'),
  week: number('%V'),
  weekyear: number('%G'),
  day: number('%d'),
  weekday: number('%u'),
  hour: number('%H'),
  date: (local) => `date(${local})`,
};
