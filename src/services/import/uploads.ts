import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';
import { type Caller, userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { asText } from '../../shared/text.ts';
import { IMPORTED, originalOf } from '../../storage/names.ts';
import { Spool } from '../../storage/spool.ts';
import type { Storage } from '../../storage/storage.ts';
import { storeContent } from '../../storage/store-content.ts';
import { receptionOf } from '../files/reception.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import type { ImportInput } from './input.ts';

/** An uploaded file for an import. */
interface ImportUpload {
  readonly upload: string;
  readonly name: string;
  readonly size: number;
}

/** The name of an upload's object, which contains its owner. */
export const uploadObject = (owner: number | null, upload: string): string => `${IMPORTED}${owner ?? 0}-${upload}`;

/** Streams a file into the project's storage for a later import by the caller. Errors 4, 11, 13. */
export async function receiveUpload(
  context: Context,
  content: Readable,
  name: string,
  maxUpload = context.store.surroundings.maxUpload,
): Promise<ImportUpload> {
  const upload = randomBytes(18).toString('base64url');
  const object = uploadObject(ownerIn(context.caller), upload);
  const { size } = await storeContent({ ...receptionOf(context), maxUpload }, content, object, name, () => {});
  return { upload, name: name.slice(0, 255), size };
}

const ownerIn = (caller: Caller): number | null => (caller.kind === 'user' ? userIdOf(caller) : null);

/** Returns the object of the file to import. Refuses a file that the caller may not read. Errors 203, 300. */
export async function objectToImport(
  context: Context,
  { file, upload }: Pick<ImportInput, 'file' | 'upload'>,
): Promise<string> {
  const object =
    upload !== undefined ? uploadObject(ownerIn(context.caller), upload) : await fileObject(context, file ?? 0);
  if (!(await context.store.storage.stat(object))) throw new ApiError('importFileMissing');
  return object;
}

async function fileObject(context: Context, id: number): Promise<string> {
  const query = parseQuery(parseParameters('fields=filename_disk'));
  const { data } = await readByKeys(committed(context), 'directus_files', [String(id)], query);
  return originalOf(asText((data as Item).filename_disk));
}

/** Copies a stored object to this server's disk, where it can be read at any pace. Errors 11, 203. */
export async function localCopy(storage: Storage, object: string, signal?: AbortSignal): Promise<Spool> {
  const content = await storage.read(object);
  if (!content) throw new ApiError('importFileMissing');
  const spool = await Spool.make();
  try {
    for await (const chunk of content) {
      signal?.throwIfAborted();
      await spool.add(chunk as Buffer);
    }
    return spool;
  } catch (error) {
    await spool.close();
    throw error;
  }
}
