import { expect, it } from 'vitest';
import { executePacket } from '../../../../src/dialects/mysql/execute-packet.ts';
import { refusalOf } from '../../../../src/dialects/mysql/packet-size.ts';

const MAX_LENGTH = 10_000;

it.each([
  ['texts of one byte a character', ['x'.repeat(9_900)]],
  ['texts of three bytes a character', ['€'.repeat(3_300)]],
  ['bytes', [new Uint8Array(9_900)]],
  ['many short values', Array.from({ length: 600 }, (_, index) => index)],
])('takes %s that fit into a packet', (_, values) => {
  expect(refusalOf(values, MAX_LENGTH)).toBeNull();
});

it.each([
  ['texts of one byte a character', ['x'.repeat(5_000), 'x'.repeat(5_000)]],
  ['texts of three bytes a character', ['€'.repeat(3_334)]],
  ['bytes', [new Uint8Array(10_000)]],
])('refuses %s that are longer, with the error of the server', (_, values) => {
  expect(refusalOf(values, MAX_LENGTH)).toMatchObject({ errno: 1153 });
});

it.each([
  ['a long text', ['x'.repeat(9_985)]],
  ['many numbers', Array.from({ length: 950 }, () => 1)],
  ['many texts', Array.from({ length: 98 }, () => 'x'.repeat(100))],
])('refuses a packet of %s that is longer by little', (_, parameters) => {
  const { length } = executePacket({ id: 1, parameters, hasAttributes: true });
  expect(length).toBeGreaterThan(MAX_LENGTH);
  expect(refusalOf(parameters, MAX_LENGTH)).not.toBeNull();
});
