import { Lru } from '../../shared/lru.ts';
import { SingleFlight } from '../../shared/single-flight.ts';
import { type Content, contentOfBytes } from '../content.ts';
import { generatedOf } from '../names.ts';
import type { Original } from '../original.ts';
import { bytesOf } from '../translated.ts';
import { makeThumbnail, type ThumbnailShelf } from './make-thumbnail.ts';
import { type Variant, variantName } from './variant.ts';

/** Small thumbnails are cached in memory: 512 of up to 64 KiB. */
const SMALL = 64 * 1024;
const REMEMBERED = 512;

const small = new Lru<string, Content>(REMEMBERED);
const flights = new SingleFlight<Content>();

/**
 * A variant of an image from memory or from the storage; otherwise it is made once for all concurrent requests, and
 * stored. Its name contains the checksum of the original, so that an outdated image is never served. Error 12;
 * imagesBusy.
 */
export async function thumbnailOf(shelf: ThumbnailShelf, file: Original, variant: Variant): Promise<Content> {
  const name = nameOf(file, variant);
  const key = `${shelf.project} ${name}`;
  const known = small.get(key);
  if (known) return known;
  return flights.run(key, async () => {
    const content = (await storedThumbnail(shelf, file, name)) ?? (await makeThumbnail(shelf, file, variant, name));
    if (content.exact && content.size <= SMALL) small.set(key, content);
    return content;
  });
}

/** Makes a variant of an image unless the storage has it, and returns whether it was made. Error 12; imagesBusy. */
export async function prepareThumbnail(shelf: ThumbnailShelf, file: Original, variant: Variant): Promise<boolean> {
  const name = nameOf(file, variant);
  if (await shelf.storage.stat(name)) return false;
  await flights.run(`${shelf.project} ${name}`, () => makeThumbnail(shelf, file, variant, name));
  return true;
}

const nameOf = ({ filenameDisk, checksum }: Original, variant: Variant): string =>
  `${generatedOf(filenameDisk)}${checksum || 'unknown'},${variantName(variant)}`;

/** The thumbnail in the storage, if there is one; small ones are read at once. */
async function storedThumbnail({ storage }: ThumbnailShelf, file: Original, name: string): Promise<Content | null> {
  const stored = await storage.stat(name);
  if (!stored) return null;
  const tag = name.slice(name.lastIndexOf('/') + 1);
  const exact = file.checksum !== '';
  if (stored.size > SMALL) return { ...stored, tag, exact, open: (range) => storage.read(name, range, stored) };
  const content = await storage.read(name, undefined, stored);
  return content && contentOfBytes(await bytesOf(content), stored.modified, tag, exact);
}
