import type { Stored } from '../../schema/stored.ts';

/** The server's error for a packet that is longer than its `max_allowed_packet`. */
const PACKET_TOO_LARGE = 1153;
/** Upper bounds: the bytes of a packet besides its values, and the bytes of a value besides its text. */
const [FRAME_BYTES, VALUE_BYTES] = [32, 16];
/** The maximum number of bytes per UTF-16 code unit. */
const UNIT_BYTES = 3;

/**
 * The error for a statement whose values exceed the packet limit; null for others. The server would close the
 * connection while the packet is still being sent, and its error might be lost.
 */
export function refusalOf(values: readonly Stored[], longestPacket: number): Error | null {
  const frame = FRAME_BYTES + values.length * VALUE_BYTES;
  if (frame + UNIT_BYTES * sumOf(values, unitsOf) <= longestPacket) return null;
  if (frame + sumOf(values, bytesOf) <= longestPacket) return null;
  return Object.assign(new Error('the values of a statement exceed max_allowed_packet'), { errno: PACKET_TOO_LARGE });
}

function sumOf(values: readonly Stored[], sizeOf: (value: Stored) => number): number {
  let sum = 0;
  for (const value of values) sum += sizeOf(value);
  return sum;
}

const unitsOf = (value: Stored): number =>
  typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;

const bytesOf = (value: Stored): number => (typeof value === 'string' ? Buffer.byteLength(value) : unitsOf(value));
