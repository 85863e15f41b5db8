import type { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { TooLate, withDeadline } from '../../shared/deadline.ts';
import { metered } from '../metered.ts';
import type { Storage, StoredObject } from '../storage.ts';
import { StorageFailure } from '../storage-failure.ts';
import { asUnavailable } from '../translated.ts';
import { BUDGET } from './budget.ts';

/** The bytes of an image, and their MD5 in hexadecimal digits. */
interface ImageSource {
  readonly bytes: Buffer;
  readonly checksum: string;
}

/**
 * Reads an original into memory. Error 12 if it is missing or too large; error 11, also if it takes longer than `ms`:
 * the images of all projects share the slot that waits for it.
 */
export async function imageSource(
  storage: Storage,
  original: string,
  { size }: StoredObject,
  ms = BUDGET.reading * 1000,
): Promise<ImageSource> {
  if (size > BUDGET.sourceBytes) throw new ApiError('imageTooLarge', { limit: BUDGET.sourceBytes, unit: 'bytes' });
  const opening = storage.read(original);
  try {
    return await withDeadline(ms, sourceIn(opening, size));
  } catch (error) {
    if (!(error instanceof TooLate)) throw error;
    abandon(opening);
    throw new StorageFailure(`${original} could not be read within ${ms} ms`);
  }
}

/** The checksum is computed as the bytes arrive, because computing it at once would block the event loop. */
async function sourceIn(opening: Promise<Readable | null>, size: number): Promise<ImageSource> {
  const data = await opening;
  if (!data) throw new ApiError('imageUnreadable');
  const { content, checksum } = metered(data, BUDGET.sourceBytes);
  try {
    return { bytes: await gathered(content, size), checksum: checksum() };
  } catch (error) {
    throw asUnavailable(error);
  }
}

/** Collects chunks into one buffer; `size` bytes are expected. */
async function gathered(chunks: AsyncIterable<Buffer>, size: number): Promise<Buffer> {
  let bytes = Buffer.allocUnsafe(size);
  let filled = 0;
  for await (const chunk of chunks) {
    if (filled + chunk.length > bytes.length)
      bytes = Buffer.concat([bytes.subarray(0, filled)], 2 * (filled + chunk.length));
    filled += chunk.copy(bytes, filled);
  }
  return bytes.subarray(0, filled);
}

/** Closes a stream that is no longer needed as soon as it is open. */
function abandon(opening: Promise<Readable | null>): void {
  opening.then(
    (data) => data?.destroy(),
    () => {},
  );
}
