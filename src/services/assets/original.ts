import { ApiError } from '../../errors/api-error.ts';
import type { AssetFile } from '../../persistence/asset-file.ts';
import type { Store } from '../../persistence/store.ts';
import { originalOf } from '../../storage/names.ts';
import type { Content } from './content.ts';

/** The bytes of a file as they were uploaded. Error 203 where they are missing. */
export async function originalContent({ storage }: Store, file: AssetFile): Promise<Content> {
  const name = originalOf(file.filenameDisk);
  const stored = await storage.stat(name);
  if (!stored) throw new ApiError('itemNotFound');
  const tag = [file.checksum, stored.size.toString(36), stored.modified.getTime().toString(36)].join('-');
  return { ...stored, tag, exact: false, open: (range) => storage.read(name, range, stored) };
}
