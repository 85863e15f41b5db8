/** Fields of system collections that are made of columns whenever they are read, with these columns. */
export const computedFields: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  directus_files: {
    data: ['filename_disk', 'filename_download', 'private_hash', 'type', 'embed', 'width', 'height'],
  },
};
