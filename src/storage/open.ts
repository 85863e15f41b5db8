import { join } from 'node:path';
import type { StorageConfig } from './config.ts';
import { LocalStorage } from './local.ts';
import { INCOMING } from './names.ts';
import { BucketStorage } from './s3.ts';
import { BucketClient } from './s3-client.ts';
import type { Storage } from './storage.ts';
import { TranslatedStorage } from './translated.ts';

/**
 * The storage of a project. It has three rooms: `originals`, `generated`, and `pending` for contents that wait for the
 * commit that puts them in the place of others. What fails there is error 11.
 */
export function openStorage({ root, thumbRoot, bucket }: StorageConfig): Storage {
  const rooms = { originals: root, generated: thumbRoot };
  if (bucket)
    return new TranslatedStorage(new BucketStorage(new BucketClient(bucket), { ...rooms, pending: `${root}.pending` }));
  // On the file system of the originals, so that what waits can be moved there at once.
  return new TranslatedStorage(new LocalStorage({ ...rooms, pending: join(root, INCOMING, 'pending') }));
}
