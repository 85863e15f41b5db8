import { inView, withParameter } from '../api/in-view.ts';

/** A file as Studio reads it, alone or in a field of an item. */
export interface StudioFile {
  readonly id: number;
  readonly title: string | null;
  readonly filename_download: string | null;
  readonly type: string | null;
  readonly filesize: number | null;
  readonly width: number | null;
  readonly height: number | null;
  readonly duration: number | null;
  readonly folder: number | { readonly id: number } | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
  readonly uploaded_on: string | null;
  readonly checksum: string | null;
  readonly data: FileData | null;
}

interface FileData {
  readonly url: string | null;
  readonly asset_url?: string;
  readonly thumbnails: readonly Thumbnail[] | null;
  readonly embed: { readonly url: string } | null;
}

interface Thumbnail {
  readonly key: string;
  readonly relative_url: string;
  readonly width: number;
  readonly height: number;
}

export const KINDS = ['image', 'video', 'audio', 'pdf', 'text', 'other'] as const;
export type Kind = (typeof KINDS)[number];

/** The fields that lists of files request. */
export const FILE_FIELDS = [
  'id',
  'title',
  'filename_download',
  'type',
  'filesize',
  'width',
  'height',
  'duration',
  'folder',
  'description',
  'location',
  'tags',
  'uploaded_on',
  'checksum',
  'data',
] as const;

/** The parts of a file that a picture of it needs, below a field. */
export const PICTURE_FIELDS = ['id', 'title', 'filename_download', 'type', 'checksum', 'data'] as const;

const TEXTS = /^(text\/(?!html|xml)|application\/(json|x-ndjson|javascript|x-sh|sql|toml|yaml|x-yaml)\b)/;

/** The kind of file of a media type. HTML and SVG are never texts, because they can contain scripts. */
export function kindOf(type: string | null | undefined): Kind {
  const name = type ?? '';
  if (name.startsWith('image/')) return 'image';
  if (name.startsWith('video/') || name.startsWith('embed/')) return 'video';
  if (name.startsWith('audio/')) return 'audio';
  if (name === 'application/pdf') return 'pdf';
  return TEXTS.test(name) ? 'text' : 'other';
}

/** The name of a file for people. */
export const nameOfFile = (file: Pick<StudioFile, 'id' | 'title' | 'filename_download'>): string =>
  file.title?.trim() || file.filename_download?.trim() || `#${file.id}`;

/** The address of a file's content. */
export function addressOf({ data, checksum }: Pick<StudioFile, 'data' | 'checksum'>): string | null {
  const address = ownAddress(data?.asset_url ?? data?.url);
  return address && checksum ? withParameter(address, 'version', checksum) : address;
}

/** The address with which the browser saves a file. */
export function downloadOf({ data }: Pick<StudioFile, 'data'>): string | null {
  const address = ownAddress(data?.asset_url ?? data?.url);
  return address && data?.asset_url ? withParameter(address, 'download', '1') : address;
}

/** The smallest thumbnail of a file that fills a box; the file itself if it is an image without thumbnails. */
export function pictureOf(
  file: Pick<StudioFile, 'data' | 'type' | 'checksum'> | null | undefined,
  size: number,
): string | null {
  if (!file?.data) return null;
  const thumbnails = [...(file.data.thumbnails ?? [])].sort((a, b) => a.width - b.width);
  const found = thumbnails.find(({ width }) => width >= size) ?? thumbnails.at(-1);
  const address = ownAddress(found?.relative_url);
  if (address) return file.checksum ? withParameter(address, 'version', file.checksum) : address;
  return file.type === 'image/svg+xml' ? addressOf(file) : null;
}

/** Addresses come from the server, but the storage may be anywhere: only web addresses are used. */
function ownAddress(address: string | null | undefined): string | null {
  if (!address) return null;
  return /^(\/(?!\/)|https?:\/\/)/i.test(address) ? inView(address) : null;
}

/** Seconds as a clock counts them: 3:07. */
export const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.round(seconds % 60)).padStart(2, '0')}`;

/** The id of a file's folder, however deep it was read. */
export const folderOf = ({ folder }: Pick<StudioFile, 'folder'>): number | null =>
  typeof folder === 'object' ? (folder?.id ?? null) : folder;
