import type { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { UnreachableAddress } from '../net/connector.ts';
import { type BlobDescription, describeBlob } from './metadata/describe.ts';
import { metered } from './metered.ts';
import { type Reception, requireType } from './reception.ts';
import type { ByteRange, Storage } from './storage.ts';

/** A content that lies in the storage, and what was found out about it on the way. */
export interface StoredContent {
  /** Where it lies. */
  readonly object: string;
  /** Bytes. */
  readonly size: number;
  readonly checksum: string;
  readonly description: BlobDescription;
}

/**
 * Streams a content into the storage under a name, and describes it as that of a file of another name. `check` refuses
 * types that are not taken. What is refused leaves nothing. Errors: 4 for what is empty, too large or of a type that is
 * not taken, 13 where the request ended early, 11 where the storage fails.
 */
export async function storeContent(
  reception: Reception,
  content: Readable,
  object: string,
  fileName: string,
  check: (reception: Reception, type: string) => void = requireType,
): Promise<StoredContent> {
  const { storage, maxUpload } = reception;
  const meter = metered(content, maxUpload);
  try {
    await storage.write(object, meter.content);
    if (meter.size() === 0) throw new ApiError('emptyFile');
    const description = await describeBlob((range) => opened(storage, object, range), meter.size(), fileName);
    check(reception, description.type);
    return { object, size: meter.size(), checksum: meter.checksum(), description };
  } catch (error) {
    content.destroy();
    await discard(storage, object);
    throw refusal(error, meter.failure());
  }
}

/** Removes a content that nothing refers to; what cannot be removed now is found by the check of the storage. */
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
