import { ApiError } from '../errors/api-error.ts';
import type { Content } from './content.ts';
import { originalOf } from './names.ts';
import type { Storage } from './storage.ts';

/** A file of which there is a content. */
export interface Original {
  readonly filenameDisk: string;
  /** MD5 of the content in hexadecimal digits; empty where none is known. */
  readonly checksum: string;
}

/** The bytes of a file as they were uploaded. Error 203 where they are missing. */
export async function originalContent(storage: Storage, file: Original): Promise<Content> {
  const name = originalOf(file.filenameDisk);
  const stored = await storage.stat(name);
  if (!stored) throw new ApiError('itemNotFound');
  const tag = [file.checksum, stored.size.toString(36), stored.modified.getTime().toString(36)].join('-');
  return { ...stored, tag, exact: false, open: (range) => storage.read(name, range, stored) };
}
