import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { Lru } from '../../shared/lru.ts';
import { type Content, contentOfBytes } from '../content.ts';
import { originalOf } from '../names.ts';
import type { Original } from '../original.ts';
import type { Storage, StoredObject } from '../storage.ts';
import { bytesOf } from '../translated.ts';
import { BUDGET } from './budget.ts';
import { renderImage } from './render.ts';
import { dropOldest } from './thumbnail-quota.ts';
import { type Variant, variantName } from './variant.ts';

/** Where the thumbnails of a project are kept. */
export interface ThumbnailShelf {
  readonly project: string;
  readonly storage: Storage;
  /** Any box may be asked for, so the number of thumbnails is limited. */
  readonly open: boolean;
}

/** Why nothing can be made of contents, by checksum and variant: found out once, not at every request. */
const failures = new Lru<string, ApiError>(1000);

/**
 * Makes a variant of an image and stores it under `name`. While a file gets other content, its row and its content
 * are not of one state for a moment: what is made then is not kept. Error 12; imagesBusy.
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
    const hashed = async (): Promise<Buffer> => {
      const content = await sourceOf(storage, original, before);
      source = createHash('md5').update(content).digest('hex');
      return content;
    };
    const bytes = await renderImage(project, hashed, variant);
    const kept = isCurrent(file, source) && (await keep(storage, original, before, name, bytes));
    if (kept && open) await dropOldest(storage, file.filenameDisk);
    const exact = kept && file.checksum !== '';
    return contentOfBytes(bytes, new Date(), `${source},${variantName(variant)}`, exact);
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'invalid') failures.set(failureKey(source, variant), error);
    throw error;
  }
}

const failureKey = (checksum: string, variant: Variant): string => `${checksum} ${variantName(variant)}`;

/** Rows of adopted databases may not know a checksum; what lies in the storage counts then. */
const isCurrent = ({ checksum }: Original, source: string): boolean => checksum === '' || checksum === source;

async function sourceOf(storage: Storage, original: string, { size }: StoredObject): Promise<Buffer> {
  if (size > BUDGET.sourceBytes) throw new ApiError('imageTooLarge', { limit: BUDGET.sourceBytes, unit: 'bytes' });
  const content = await storage.read(original);
  if (!content) throw new ApiError('imageUnreadable');
  return bytesOf(content);
}

/** Stores what was made, unless the original has changed or gone meanwhile; returns whether it is stored. */
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
