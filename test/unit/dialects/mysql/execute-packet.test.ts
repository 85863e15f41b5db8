import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { executePacket } from '../../../../src/dialects/mysql/execute-packet.ts';
import { toParameter } from '../../../../src/dialects/mysql/values.ts';
import type { Stored } from '../../../../src/schema/stored.ts';

const require = createRequire(import.meta.url);
const driver = dirname(require.resolve('mysql2'));
/** The driver's own encoder, which it does not export. */
const Execute = require(join(driver, 'lib/packets/execute.js')) as new (
  id: number,
  parameters: readonly unknown[],
  charset: number,
  timezone: string,
  attributes: object | undefined,
  clientFlags: number,
) => { toPacket(): { readonly buffer: Buffer } };

const UTF8MB4 = 224;
const QUERY_ATTRIBUTES = 1 << 27;

const INTEGERS = [0, 1, -1, 255, -256, 2 ** 31, -(2 ** 31) - 1, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, -(2 ** 53) + 1];
const BIGINTS = [0n, -1n, 2n ** 63n - 1n, -(2n ** 63n), 2n ** 63n, 2n ** 64n - 1n, 2n ** 64n, -(2n ** 64n)];
const TEXTS = ['', 'plain', 'é and 漢字', '\0', 'x'.repeat(250), 'x'.repeat(251), 'ü'.repeat(40_000)];
const CASES: readonly (readonly [string, readonly Stored[]])[] = [
  ['nothing', []],
  ['integers', INTEGERS],
  ['numbers that are no integers', [0.5, -1e300, 2 ** 53, Number.MIN_VALUE]],
  ['large integers', BIGINTS],
  ['texts', TEXTS],
  ['a text of more than 64 kB', ['x'.repeat(70_000), 1]],
  ['bytes', [Buffer.from([1, 2, 3]), Buffer.alloc(0)]],
  ['truths', [true, false]],
  ['many that are missing', [null, 1, null, 'a', null, null, null, null, null, 2, null]],
];

it.each(CASES)('%s are encoded like by the driver', (_, parameters) => {
  for (const flags of [0, QUERY_ATTRIBUTES]) {
    const { buffer } = new Execute(7, parameters.map(toParameter), UTF8MB4, 'Z', undefined, flags).toPacket();
    const packet = executePacket({ id: 7, parameters, hasAttributes: flags !== 0 });
    expect(packet.subarray(4).toString('hex')).toBe(buffer.subarray(4).toString('hex'));
  }
});

it('bytes need not be in a buffer', () => {
  const encoded = (value: Uint8Array) =>
    executePacket({ id: 1, parameters: [value], hasAttributes: false }).subarray(4);
  expect(encoded(new Uint8Array([1, 2, 3]))).toEqual(encoded(Buffer.from([1, 2, 3])));
});

it('sends the largest number for infinity, which MySQL takes for less than an integer', () => {
  const packet = (value: number) => executePacket({ id: 7, parameters: [value], hasAttributes: false }).subarray(4);
  expect(packet(Number.POSITIVE_INFINITY)).toEqual(packet(Number.MAX_VALUE));
  expect(packet(Number.NEGATIVE_INFINITY)).toEqual(packet(-Number.MAX_VALUE));
});
