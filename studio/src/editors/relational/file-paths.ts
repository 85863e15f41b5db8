/** The paths that are read to show a file in a field. */
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
