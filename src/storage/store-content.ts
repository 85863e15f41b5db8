import type { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { UnreachableAddress } from '../net/connector.ts';
import { type BlobDescription, describeBlob } from './metadata/describe.ts';
import { metered } from './metered.ts';
import { type Reception, requireType } from './reception.ts';
import type { ByteRange, Storage } from './storage.ts';

/** An object in the storage, with what was determined while it was written. */
export interface StoredContent {
  /** The name of the object. */
  readonly object: string;
  /** Bytes. */
  readonly size: number;
  readonly checksum: string;
  readonly description: BlobDescription;
}

/**
 * Streams a file into the storage under a name, and describes it; the file's own name may be another one. `check`
 * refuses unacceptable types. Leaves nothing behind if it is refused. Errors: 4 if it is empty, too large or of an
 * unacceptable type, 13 if the request ended early, 11 if the storage fails.
 */
export async function storeContent(
  reception: Reception,
  content: Readable,
  object: string,
  fileName: string,
  check: (reception: Reception, type: string) => void = requireType,
): Promise<StoredContent> {
  const { project, storage, maxUpload } = reception;
  const meter = metered(content, maxUpload);
  try {
    await storage.write(object, meter.content);
    if (meter.size() === 0) throw new ApiError('emptyFile');
    const open = (range?: ByteRange) => opened(storage, object, range);
    const description = await describeBlob({ project, open, size: meter.size(), name: fileName });
    check(reception, description.type);
    return { object, size: meter.size(), checksum: meter.checksum(), description };
  } catch (error) {
    content.destroy();
    await discard(storage, object);
    throw refusal(error, meter.failure());
  }
}

/** Removes an object that nothing refers to. If that fails, a storage check will find it. */
export async function discard(storage: Storage, object: string): Promise<void> {
  await storage.remove(object).catch(() => {});
}

async function opened(storage: Storage, object: string, range?: ByteRange): Promise<Readable> {
  const content = await storage.read(object, range);
  if (!content) throw new ApiError('storageUnavailable');
  return content;
}

function refusal(error: unknown, failure: Error | null): unknown {
  if (failure instanceof ApiError) return failure;
  if (failure) return new ApiError(failure instanceof UnreachableAddress ? 'addressUnreadable' : 'invalidPayload');
  if (error instanceof ApiError) return error;
  return Object.assign(new ApiError('storageUnavailable'), { cause: error });
}
