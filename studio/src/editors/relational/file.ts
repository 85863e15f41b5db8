import { type Kind, kindOf, nameOfFile, pictureOf, type StudioFile } from '../../files/file.ts';
import { number } from '../../i18n/messages.ts';
import { bytes } from '../value/bytes.ts';
import type { Row } from './changes.ts';
import { FILE_PATHS } from './file-paths.ts';
import type { Related } from './related.ts';

/** Files, shown with their thumbnails. */
export const asFiles = (related: Related): Related => ({
  ...related,
  paths: FILE_PATHS.filter((path) => related.collection.field(path)),
});

/** A row of files as far as it was read. */
export const fileOf = (row: Row): StudioFile => row as unknown as StudioFile;

export const fileName = (row: Row): string => (row.id === undefined ? '' : nameOfFile(fileOf(row)));

/** Dimensions and size: 4032 × 3024 · 2.1 MB. */
export function fileFacts(row: Row): string {
  const { width, height, filesize } = fileOf(row);
  const size = width && height ? `${number(width)} × ${number(height)}` : '';
  return [size, filesize ? bytes(filesize) : ''].filter(Boolean).join(' · ');
}

export const filePicture = (row: Row, size: number): string | null => pictureOf(fileOf(row), size);

export const fileKind = (row: Row): Kind => kindOf(fileOf(row).type);
