import { expect, it } from 'vitest';
import { RowReader } from '../../../../src/dialects/mysql/row-reader.ts';

/** Reads two consecutive timestamps from a packet. */
const read = (bytes: readonly number[]): unknown => {
  const parser = new RowReader({ next: (packet) => [packet.readDateTimeString(), packet.readDateTimeString()] });
  const overwritten = (): string => 'read by the driver';
  const buffer = Buffer.from([9, ...bytes, ...bytes]);
  return parser.next({ buffer, offset: 1, end: buffer.length, readDateTimeString: overwritten }, [], {});
};

it.each([
  ['0000-00-00 00:00:00', [0]],
  ['2024-03-09 00:00:00', [4, 0xe8, 7, 3, 9]],
  ['2024-00-00 00:00:00', [4, 0xe8, 7, 0, 0]],
  ['0007-12-31 23:59:59', [7, 7, 0, 12, 31, 23, 59, 59]],
  ['9999-01-01 00:00:05', [7, 0x0f, 0x27, 1, 1, 0, 0, 5]],
  ['1999-10-20 08:05:30', [11, 0xcf, 7, 10, 20, 8, 5, 30, 0x40, 0xe2, 1, 0]],
])('%s is read from its bytes, and what follows it', (moment, bytes) => {
  expect(read(bytes)).toEqual([moment, moment]);
});
