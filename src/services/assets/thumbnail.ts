import { buffer } from 'node:stream/consumers';
import { ApiError } from '../../errors/api-error.ts';
import { Flights } from '../../shared/flights.ts';
import { Lru } from '../../shared/lru.ts';
import { type Variant, variantName } from '../../storage/images/variant.ts';
import { generatedOf } from '../files/names.ts';
import type { Store } from '../store.ts';
import type { AssetFile } from './asset-file.ts';
import { type Content, contentOfBytes } from './content.ts';
import { makeThumbnail } from './make-thumbnail.ts';

/** Small thumbnails stay in memory: 512 of up to 64 KiB. */
const SMALL = 64 * 1024;
const REMEMBERED = 512;

const small = new Lru<string, Content>(REMEMBERED);
const flights = new Flights<Content>();

/**
 * A variant of an image: from memory, from the storage, or made now, once for all who ask meanwhile, and stored.
 * Its name holds the checksum of the original, so that no older content ever stands for newer one. Error 12;
 * imagesBusy.
 */
export async function thumbnailOf(store: Store, file: AssetFile, variant: Variant): Promise<Content> {
  const name = `${generatedOf(file.filenameDisk)}${file.checksum || 'unknown'},${variantName(variant)}`;
  const key = `${store.project} ${name}`;
  const known = small.get(key);
  if (known) return known;
  return flights.run(key, async () => {
    const content = (await storedThumbnail(store, file, name)) ?? (await makeThumbnail(store, file, variant, name));
    if (!content.exact || content.size > SMALL) return content;
    const kept = await inMemory(content);
    small.set(key, kept);
    return kept;
  });
}

async function storedThumbnail({ storage }: Store, file: AssetFile, name: string): Promise<Content | null> {
  const stored = await storage.stat(name);
  if (!stored) return null;
  const tag = name.slice(name.lastIndexOf('/') + 1);
  return { ...stored, tag, exact: file.checksum !== '', open: (range) => storage.read(name, range) };
}

async function inMemory(content: Content): Promise<Content> {
  const opened = await content.open();
  if (opened === null) throw new ApiError('itemNotFound');
  const bytes = Buffer.isBuffer(opened) ? opened : await buffer(opened);
  return contentOfBytes(bytes, content.modified, content.tag, content.exact);
}
