import { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { Lru } from '../../shared/lru.ts';
import { type Content, contentOfBytes } from '../content.ts';
import { originalOf } from '../names.ts';
import type { Original } from '../original.ts';
import type { Storage, StoredObject } from '../storage.ts';
import { renderImage } from './render.ts';
import { imageSource } from './source.ts';
import { dropOldest } from './thumbnail-quota.ts';
import { type Variant, variantName } from './variant.ts';

/** Where the thumbnails of a project are kept. */
export interface ThumbnailShelf {
  readonly project: string;
  readonly storage: Storage;
  /** Whether any box may be requested, so that the number of thumbnails must be limited. */
  readonly open: boolean;
}

/** Caches failures by checksum and variant, so that a faulty image is not decoded for every request. */
const failures = new Lru<string, ApiError>(1000);

/**
 * Makes a variant of an image and stores it under `name`. While the bytes of a file are being replaced, its row and its
 * object do not match for a moment; an image made at that time is not stored. Error 12; imagesBusy.
 */
export async function makeThumbnail(
  { project, storage, open }: ThumbnailShelf,
  file: Original,
  variant: Variant,
  name: string,
): Promise<Content> {
  const failed = failures.get(failureKey(file.checksum, variant));
  if (failed) throw failed;
  const original = originalOf(file.filenameDisk);
  const before = await storage.stat(original);
  if (!before) throw new ApiError('imageUnreadable');
  let source = '';
  try {
    const read = async (): Promise<Buffer> => {
      const { bytes, checksum } = await imageSource(storage, original, before);
      source = checksum;
      return bytes;
    };
    const bytes = await renderImage(project, read, variant);
    const kept = isCurrent(file, source) && (await keep(storage, original, before, name, bytes));
    if (kept && open) await dropOldest(storage, file.filenameDisk);
    const exact = kept && file.checksum !== '';
    return contentOfBytes(bytes, new Date(), `${source},${variantName(variant)}`, exact);
  } catch (error) {
    // Without a checksum, the failure would be cached for every file that has none.
    const isLasting = source !== '' && error instanceof ApiError && error.kind === 'invalid';
    if (isLasting) failures.set(failureKey(source, variant), error);
    throw error;
  }
}

const failureKey = (checksum: string, variant: Variant): string => `${checksum} ${variantName(variant)}`;

/** Rows of adopted databases may have no checksum; in that case the present object is right. */
const isCurrent = ({ checksum }: Original, source: string): boolean => checksum === '' || checksum === source;

/** Stores an image, unless the original has been changed or removed meanwhile. Returns whether the image is stored. */
async function keep(
  storage: Storage,
  original: string,
  before: StoredObject,
  name: string,
  bytes: Buffer,
): Promise<boolean> {
  await storage.write(name, Readable.from([bytes], { objectMode: false }));
  const after = await storage.stat(original);
  const same = after?.size === before.size && after.modified.getTime() === before.modified.getTime();
  if (!same) await storage.remove(name);
  return same;
}
