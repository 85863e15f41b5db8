import { expect, it } from 'vitest';
import { Frames, framed } from '../../../../../src/dialects/sqlite/write-process/frames.ts';

const MESSAGES = [
  { text: 'a', parameters: [1, 2n ** 60n, null, 'ä'] },
  { rows: [] },
  { bytes: new Uint8Array([1, 2]) },
  { text: 'x'.repeat(70_000) },
];

const streamed = Buffer.concat(MESSAGES.map(framed));

it.each([1, 2, 3, 5, 64, 65_536, streamed.length])('finds all messages in chunks of %i bytes', (size) => {
  const frames = new Frames();
  const found: unknown[] = [];
  for (let at = 0; at < streamed.length; at += size) found.push(...frames.add(streamed.subarray(at, at + size)));
  expect(found).toEqual(MESSAGES);
});

it('keeps an incomplete message for the next chunk', () => {
  const frames = new Frames();
  const [one, other] = [framed('one'), framed('other')];
  expect(frames.add(Buffer.concat([one, other.subarray(0, 6)]))).toEqual(['one']);
  expect(frames.add(other.subarray(6))).toEqual(['other']);
});
