import { ApiError } from '../errors/api-error.ts';
import type { Content } from './content.ts';
import { originalOf } from './names.ts';
import type { Storage } from './storage.ts';

/** A file that has an object. */
export interface Original {
  readonly filenameDisk: string;
  /** The MD5 of the object in hexadecimal digits; empty if it is unknown. */
  readonly checksum: string;
}

/** The original bytes of a file. Error 203 if they are missing. */
export async function originalContent(storage: Storage, file: Original): Promise<Content> {
  const name = originalOf(file.filenameDisk);
  const stored = await storage.stat(name);
  if (!stored) throw new ApiError('itemNotFound');
  const tag = [file.checksum, stored.size.toString(36), stored.modified.getTime().toString(36)].join('-');
  return { ...stored, tag, exact: false, open: (range) => storage.read(name, range, stored) };
}
