import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { makeThumbnail } from '../../../../src/storage/images/make-thumbnail.ts';
import { imageSource } from '../../../../src/storage/images/source.ts';
import type { Storage } from '../../../../src/storage/storage.ts';

const variant = { width: 9, height: 9, fit: 'crop', quality: 80, format: 'jpeg', upright: false } as const;
const file = { filenameDisk: 'a.png', checksum: '' };

/** A storage of one object that is read as a test demands. */
function storageOf(size: number, read: () => Readable): Storage {
  const found = { size, modified: new Date(0) };
  return {
    adapter: 'local',
    claim: async () => true,
    write: async () => 0,
    stat: async () => found,
    read: async () => read(),
    remove: async () => {},
    rename: async () => {},
    async *list() {},
    clean: async () => 0,
    close: async () => {},
  };
}

it('of a storage that gives no bytes delays no images of other projects', async () => {
  const streams: Readable[] = [];
  const silent = storageOf(100, () => {
    const stream = new Readable({ read: () => {} });
    streams.push(stream);
    return stream;
  });
  const shelf = { project: 'slow', storage: silent, open: false };
  const slow = Array.from({ length: 8 }, (_, width) =>
    makeThumbnail(shelf, file, { ...variant, width }, 'generated/t'),
  );
  const settled = Promise.allSettled(slow);
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } })
    .png()
    .toBuffer();
  const storage = storageOf(png.length, () => Readable.from([Buffer.from(png)], { objectMode: false }));
  const made = await makeThumbnail({ project: 'other', storage, open: false }, file, variant, 'generated/t');
  expect(made.size).toBeGreaterThan(0);
  const ending = setInterval(() => streams.forEach((stream) => void stream.destroy()), 5);
  await settled;
  clearInterval(ending);
});

it('must arrive in time', async () => {
  const stream = new Readable({ read: () => {} });
  const storage = storageOf(100, () => stream);
  const found = { size: 100, modified: new Date(0) };
  await expect(imageSource(storage, 'originals/a.png', found, 50)).rejects.toMatchObject({
    entry: 'storageUnavailable',
  });
  expect(stream.destroyed).toBe(true);
});
