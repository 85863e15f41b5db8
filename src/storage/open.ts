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
export function openStorage({ root, thumbRoot, bucket }: StorageConfig): Storage {
  const rooms = { originals: root, generated: thumbRoot };
  if (bucket)
    return new TranslatedStorage(new BucketStorage(new BucketClient(bucket), { ...rooms, pending: `${root}.pending` }));
  // On the same file system as the originals, so that pending objects can be renamed into place.
  return new TranslatedStorage(new LocalStorage({ ...rooms, pending: join(root, INCOMING, 'pending') }));
}
