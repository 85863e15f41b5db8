import type { Metadata, Sharp } from 'sharp';
import { ApiError } from '../../errors/api-error.ts';
import { messageOf } from '../../shared/message-of.ts';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import { Overload } from '../../shared/semaphore.ts';
import { BUDGET, conversionSemaphore, sourceSemaphore } from './budget.ts';
import { resultSize } from './geometry.ts';
import { hideTexts } from './hide-texts.ts';
import { hasTooManyScans } from './jpeg-scans.ts';
import { imageLibrary } from './library.ts';
import type { ImageFormat, Variant } from './variant.ts';

/** Formats that are always decoded completely, whatever their layout. */
const DECODED_WHOLE: ReadonlySet<string> = new Set(['gif', 'webp', 'heif', 'tiff']);

const ENCODERS: Readonly<Record<ImageFormat, (image: Sharp, quality: number) => Sharp>> = {
  jpeg: (image, quality) => image.flatten({ background: '#fff' }).jpeg({ quality }),
  png: (image) => image.png(),
  webp: (image, quality) => image.webp({ quality }),
  gif: (image) => image.gif({ effort: 3 }),
  avif: (image, quality) => image.avif({ quality, effort: 2 }),
};

/**
 * Makes a variant of an image. `source` is called once a slot is free, and returns the bytes, whose memory is released
 * afterwards. Only the first frame of an animation is used, and all metadata is dropped. Error 12 if the bytes are not
 * an image, or exceed the budget; imagesBusy if too many images of the project are waiting.
 */
export async function renderImage(project: string, source: () => Promise<Buffer>, variant: Variant): Promise<Buffer> {
  try {
    return await sourceSemaphore.run(project, async () => {
      const bytes = await source();
      try {
        return await conversionSemaphore.run(project, () => render(bytes, variant));
      } finally {
        releaseBuffer(bytes);
      }
    });
  } catch (error) {
    throw error instanceof Overload ? new ApiError('imagesBusy') : error;
  }
}

async function render(bytes: Buffer, variant: Variant): Promise<Buffer> {
  const library = await imageLibrary();
  const source = hideTexts(bytes);
  if (source.length === 0) throw new ApiError('imageUnreadable');
  if (hasTooManyScans(source)) throw new ApiError('imageTooCostly', { seconds: BUDGET.deadline });
  const options = { limitInputPixels: BUDGET.pixels, pages: 1, failOn: 'error', autoOrient: variant.upright } as const;
  const open = (): Sharp => library(source, options);
  const metadata = await readable(open().metadata());
  requireAffordable(metadata);
  const { width, height } = resultSize(variant.upright ? metadata.autoOrient : metadata, variant);
  const image = open()
    .resize(width, height, { fit: variant.fit === 'crop' ? 'cover' : 'fill' })
    .timeout({ seconds: BUDGET.deadline });
  return readable(ENCODERS[variant.format](image, variant.quality || 90).toBuffer());
}

/** Converts the library's errors: they are always about the image. */
async function readable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const text = messageOf(error);
    if (/pixel limit/.test(text)) throw tooLarge(BUDGET.pixels);
    if (/timeout/.test(text)) throw new ApiError('imageTooCostly', { seconds: BUDGET.deadline });
    throw new ApiError('imageUnreadable');
  }
}

function requireAffordable({ format, isProgressive, width, height }: Metadata): void {
  const isWhole = DECODED_WHOLE.has(format ?? '') || isProgressive || width > BUDGET.lineWidth;
  const limit = isWhole ? BUDGET.wholePixels : BUDGET.pixels;
  if (width * height > limit) throw tooLarge(limit);
}

function tooLarge(limit: number): ApiError {
  return new ApiError('imageTooLarge', { limit: limit / 1_000_000, unit: 'million pixels' });
}
