import type { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { UnreachableAddress } from '../../net/connector.ts';
import type { Context } from '../../persistence/context.ts';
import { type ContentDescription, describeContent } from '../../storage/metadata/describe.ts';
import type { ByteRange } from '../../storage/storage.ts';
import { metered } from './metered.ts';

/** A content that lies in the storage, and what was found out about it on the way. */
export interface StoredContent {
  /** Where it lies. */
  readonly object: string;
  /** Bytes. */
  readonly size: number;
  readonly checksum: string;
  readonly description: ContentDescription;
}

/**
 * Streams a content into the storage under a name, and describes it as that of a file of another name. `check` refuses
 * types that are not taken. What is refused leaves nothing. Errors: 4 for what is empty, too large or of a type that is not taken, 13 where the request ended
 * early, 11 where the storage fails.
 */
export async function storeContent(
  context: Context,
  content: Readable,
  object: string,
  fileName: string,
  check: (context: Context, type: string) => void = requireType,
): Promise<StoredContent> {
  const { storage, surroundings } = context.store;
  const meter = metered(content, surroundings.maxUpload);
  try {
    await storage.write(object, meter.content);
    if (meter.size() === 0) throw new ApiError('emptyFile');
    const description = await describeContent((range) => opened(context, object, range), meter.size(), fileName);
    check(context, description.type);
    return { object, size: meter.size(), checksum: meter.checksum(), description };
  } catch (error) {
    content.destroy();
    await discard(context, object);
    throw refusal(error, meter.failure());
  }
}

/** Removes a content that nothing refers to; what cannot be removed now is found by the check of the storage. */
export async function discard({ store }: Context, object: string): Promise<void> {
  await store.storage.remove(object).catch(() => {});
}

/** Errors of servers that are found out before a commit. */
const BEFORE_COMMIT: readonly string[] = ['databaseBusy', 'storageUnavailable'];

/**
 * Whether a failed transaction has left no rows for certain. It has not where the answer to a commit was lost: what its
 * rows refer to must stay until the check of the storage finds out.
 */
export function isRolledBack(error: unknown): boolean {
  return error instanceof ApiError && (error.status < 500 || BEFORE_COMMIT.includes(error.kind));
}

async function opened({ store }: Context, object: string, range?: ByteRange): Promise<Readable> {
  const content = await store.storage.read(object, range);
  if (!content) throw new ApiError('storageUnavailable');
  return content;
}

function refusal(error: unknown, failure: Error | null): unknown {
  if (failure instanceof ApiError) return failure;
  if (failure) return new ApiError(failure instanceof UnreachableAddress ? 'addressUnreadable' : 'invalidPayload');
  if (error instanceof ApiError) return error;
  return Object.assign(new ApiError('storageUnavailable'), { cause: error });
}

/** Refuses a type that the project does not take. (Contract, F-58 and F-61.) */
export function requireType({ store }: Context, type: string): void {
  const types = store.catalog.settings.values.get('file_mimetype_whitelist') ?? '';
  const taken = types.split(',').map((entry) => entry.trim());
  const isTaken = taken.some(
    (entry) => entry === type || (entry.endsWith('/*') && type.startsWith(entry.slice(0, -1))),
  );
  if (types.trim() !== '' && !isTaken) throw new ApiError('fileTypeRefused', { types });
}
