import sharp from 'sharp';
import { expect, it } from 'vitest';
import { hasTooManyScans } from '../../../../src/storage/images/jpeg-scans.ts';
import { manyScans } from '../../../support/samples.ts';

const photo = (progressive: boolean): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 64, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } } as object)
    .jpeg({ progressive, quality: 100 })
    .toBuffer();

it.each([false, true])('an ordinary JPEG has few scans (progressive: %s)', async (progressive) => {
  expect(hasTooManyScans(await photo(progressive))).toBe(false);
});

it.each([
  ['a JPEG with a hundred scans', manyScans(16, 16, 99), false],
  ['a JPEG with more', manyScans(16, 16, 100), true],
  ['scans behind the end of the picture', Buffer.concat([manyScans(16, 16, 1), manyScans(16, 16, 200)]), false],
  ['scans in a comment', Buffer.from(`ffd8fffe0192${'ffda'.repeat(200)}ffd9`, 'hex'), false],
  ['an end in a comment', withComment(manyScans(16, 16, 100), 'ffd9'), true],
  ['fill bytes without end', Buffer.concat([Buffer.from('ffd8', 'hex'), Buffer.alloc(2_000_000, 0xff)]), true],
  ['a file that ends early', manyScans(16, 16, 100).subarray(0, 60), false],
  ['nothing', Buffer.alloc(0), false],
])('%s', (_, image, expected) => {
  expect(hasTooManyScans(image)).toBe(expected);
});

function withComment(image: Buffer, comment: string): Buffer {
  const segment = Buffer.from(`fffe${(2 + comment.length / 2).toString(16).padStart(4, '0')}${comment}`, 'hex');
  return Buffer.concat([image.subarray(0, 2), segment, image.subarray(2)]);
}
