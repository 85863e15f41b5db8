import { join } from 'node:path';
import type { StorageConfig } from './config.ts';
import { LocalStorage } from './local.ts';
import { INCOMING } from './names.ts';
import { BucketStorage } from './s3.ts';
import { BucketClient } from './s3-client.ts';
import type { Storage } from './storage.ts';
import { TranslatedStorage } from './translated.ts';

/**
 * Opens the storage of a project. It has three prefixes: `originals`, `generated`, and `pending` for objects that will
 * replace an original once their row is committed. Storage failures become error 11.
 */
export function openStorage(config: StorageConfig): Storage {
  const { bucket } = config;
  const rooms = roomsOf(config);
  return new TranslatedStorage(bucket ? new BucketStorage(new BucketClient(bucket), rooms) : new LocalStorage(rooms));
}

/** The folder, or the prefix of keys, of each of these prefixes. */
export function roomsOf({ root, thumbRoot, bucket }: StorageConfig): Readonly<Record<string, string>> {
  // On the same file system as the originals, so that pending objects can be renamed into place.
  const pending = bucket ? `${root}.pending` : join(root, INCOMING, 'pending');
  return { originals: root, generated: thumbRoot, pending };
}
