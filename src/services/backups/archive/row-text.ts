import type { Row } from '../../../query/shape/row.ts';
import type { Stored } from '../../../schema/stored.ts';

/** Values that JSON cannot represent. */
type Wrapped = { readonly big: string } | { readonly bytes: string } | { readonly number: string };

/** A row as a line of JSON. */
export const rowText = (row: Row): string => `${JSON.stringify(row.map(wrapped))}\n`;

/** The reverse of {@link rowText}, for many rows. */
export function rowsIn(text: string): Stored[][] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as (Stored | Wrapped)[]).map(unwrapped));
}

function wrapped(value: Stored): Stored | Wrapped {
  if (typeof value === 'bigint') return { big: String(value) };
  if (value instanceof Uint8Array) return { bytes: Buffer.from(value).toString('base64') };
  return typeof value === 'number' && !Number.isFinite(value) ? { number: String(value) } : value;
}

function unwrapped(value: Stored | Wrapped): Stored {
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value;
  if ('big' in value) return BigInt(value.big);
  return 'bytes' in value ? Buffer.from(value.bytes, 'base64') : Number(value.number);
}
