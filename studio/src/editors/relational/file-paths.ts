/** What is read of a file to show it in a field. */
export const FILE_PATHS = [
  'id',
  'title',
  'filename_download',
  'type',
  'filesize',
  'width',
  'height',
  'checksum',
  'data',
];
