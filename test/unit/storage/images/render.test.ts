import sharp from 'sharp';
import { expect, it } from 'vitest';
import { renderImage } from '../../../../src/storage/images/render.ts';
import type { Variant } from '../../../../src/storage/images/variant.ts';
import { manyScans } from '../../../support/samples.ts';

const VARIANT: Variant = { width: 20, height: 20, fit: 'crop', quality: 80, format: 'jpeg', upright: false };
const rendered = (image: Buffer): Promise<Buffer> => renderImage('tests', async () => image, VARIANT);

const plain = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a53' } })
    .png({ compressionLevel: 1 })
    .toBuffer();

it('refuses a JPEG with far more scans than any program writes', async () => {
  expect(await rendered(manyScans(64, 64, 50))).toBeInstanceOf(Buffer);
  await expect(rendered(manyScans(64, 64, 200))).rejects.toMatchObject({ entry: 'imageTooCostly' });
});

it('refuses a large image with very long lines', { timeout: 60_000 }, async () => {
  expect(await rendered(await plain(40_000, 100))).toBeInstanceOf(Buffer);
  await expect(rendered(await plain(40_000, 1_010))).rejects.toMatchObject({ entry: 'imageTooLarge' });
});
