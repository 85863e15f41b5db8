import type { Stored } from '../../schema/stored.ts';
import { MAX_INT64, MAX_UINT64, MIN_INT64 } from '../../shared/int64.ts';

/** Type numbers of the protocol. */
const TYPES = { tiny: 1, double: 5, null: 6, longlong: 8, decimal: 246, blob: 252, text: 253 };
const COMMAND = 0x17;
const UNSIGNED = 0x80;
const COUNT_AVAILABLE = 8;
/** Bytes that the driver fills in: the length and the number of the packet. */
const HEADER = 4;
const HALF = 2 ** 32;

/** The contents of the packet. */
interface Execution {
  /** The id of the prepared statement on its connection. */
  readonly id: number;
  readonly parameters: readonly Stored[];
  /** Whether the connection uses query attributes, which give each parameter a name; here it is empty. */
  readonly hasAttributes: boolean;
}

/** An encoded parameter: its type and its size in bytes. */
interface Sent {
  readonly value: Stored;
  readonly type: number;
  readonly isUnsigned: boolean;
  readonly bytes: number;
}

/**
 * Encodes the execution of a prepared statement like the driver, leaving room for its header. Integers are sent as
 * integers; the driver takes several microseconds for each of them.
 */
export function executePacket({ id, parameters, hasAttributes }: Execution): Buffer {
  const sent = parameters.map(toSent);
  const packet = Buffer.allocUnsafe(HEADER + lengthOf(sent, hasAttributes));
  packet[HEADER] = COMMAND;
  packet.writeUInt32LE(id, HEADER + 1);
  packet[HEADER + 5] = hasAttributes ? COUNT_AVAILABLE : 0;
  packet.writeUInt32LE(1, HEADER + 6);
  let at = HEADER + 10;
  if (hasAttributes) at = writeLength(packet, at, sent.length);
  if (sent.length > 0) writeParameters(packet, at, sent, hasAttributes);
  return packet;
}

function lengthOf(sent: readonly Sent[], hasAttributes: boolean): number {
  const { length } = sent;
  const count = hasAttributes ? bytesOfLength(length) : 0;
  if (length === 0) return 10 + count;
  let total = 10 + count + nullBytes(length) + 1 + length * (hasAttributes ? 3 : 2);
  for (const { bytes, type } of sent) total += isCounted(type) ? bytesOfLength(bytes) + bytes : bytes;
  return total;
}

function writeParameters(packet: Buffer, from: number, sent: readonly Sent[], hasAttributes: boolean): void {
  let at = from;
  packet.fill(0, at, at + nullBytes(sent.length));
  for (const [index, { type }] of sent.entries())
    if (type === TYPES.null) packet[at + (index >> 3)] = (packet[at + (index >> 3)] ?? 0) | (1 << (index & 7));
  at += nullBytes(sent.length);
  packet[at++] = 1;
  for (const { type, isUnsigned } of sent) {
    packet[at++] = type;
    packet[at++] = isUnsigned ? UNSIGNED : 0;
    if (hasAttributes) packet[at++] = 0;
  }
  for (const each of sent) at = writeValue(packet, at, each);
}

const nullBytes = (count: number): number => (count + 7) >> 3;

function toSent(value: Stored): Sent {
  switch (typeof value) {
    case 'string':
      return { value, type: TYPES.text, isUnsigned: false, bytes: Buffer.byteLength(value) };
    case 'number':
      return { value, type: Number.isSafeInteger(value) ? TYPES.longlong : TYPES.double, isUnsigned: false, bytes: 8 };
    case 'bigint':
      return ofBigint(value);
    case 'boolean':
      return { value, type: TYPES.tiny, isUnsigned: false, bytes: 1 };
    default:
      return value === null
        ? { value, type: TYPES.null, isUnsigned: false, bytes: 0 }
        : { value, type: TYPES.blob, isUnsigned: false, bytes: value.length };
  }
}

function ofBigint(value: bigint): Sent {
  if (value >= MIN_INT64 && value <= MAX_INT64) return { value, type: TYPES.longlong, isUnsigned: false, bytes: 8 };
  if (value > 0n && value <= MAX_UINT64) return { value, type: TYPES.longlong, isUnsigned: true, bytes: 8 };
  const text = String(value);
  return { value: text, type: TYPES.decimal, isUnsigned: false, bytes: text.length };
}

/** Whether a value is preceded by its length. */
const isCounted = (type: number): boolean => type >= TYPES.decimal;

function writeValue(packet: Buffer, from: number, { value, type, isUnsigned, bytes }: Sent): number {
  const at = isCounted(type) ? writeLength(packet, from, bytes) : from;
  if (typeof value === 'string') packet.write(value, at);
  else if (typeof value === 'number') writeNumber(packet, at, value, type);
  else if (typeof value === 'bigint')
    isUnsigned ? packet.writeBigUInt64LE(value, at) : packet.writeBigInt64LE(value, at);
  else if (typeof value === 'boolean') packet[at] = Number(value);
  else if (value !== null) packet.set(value, at);
  return at + bytes;
}

function writeNumber(packet: Buffer, at: number, value: number, type: number): void {
  if (type === TYPES.double) {
    // MySQL finds integers larger than infinity.
    packet.writeDoubleLE(Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value)), at);
    return;
  }
  packet.writeInt32LE(value | 0, at);
  packet.writeInt32LE(Math.floor(value / HALF), at + 4);
}

const bytesOfLength = (length: number): number => {
  if (length < 0xfb) return 1;
  if (length <= 0xffff) return 3;
  return length <= 0xff_ffff ? 4 : 9;
};

/** Writes a length in the protocol's variable-length encoding. Returns the offset after it. */
function writeLength(packet: Buffer, at: number, length: number): number {
  const bytes = bytesOfLength(length);
  if (bytes === 1) {
    packet[at] = length;
    return at + 1;
  }
  packet[at] = bytes === 3 ? 0xfc : bytes === 4 ? 0xfd : 0xfe;
  if (bytes === 3) packet.writeUInt16LE(length, at + 1);
  else if (bytes === 4) packet.writeUIntLE(length, at + 1, 3);
  else packet.writeBigUInt64LE(BigInt(length), at + 1);
  return at + bytes;
}
