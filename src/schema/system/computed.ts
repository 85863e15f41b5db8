import { named } from '../../shared/named.ts';

/** Computed fields of system collections, with the columns that they are computed from. */
export const computedFields = named<Readonly<Record<string, readonly string[]>>>({
  directus_files: {
    data: ['filename_disk', 'filename_download', 'private_hash', 'type', 'embed', 'width', 'height'],
  },
});
