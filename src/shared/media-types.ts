import { named } from './named.ts';

/** Media types by file extension; the first of several extensions is the canonical one. */
const ENDINGS = named<readonly string[]>({
  'application/epub+zip': ['epub'],
  'application/gzip': ['gz'],
  'application/javascript': ['js', 'mjs'],
  'application/json': ['json', 'map'],
  'application/msword': ['doc', 'dot'],
  'application/ogg': ['ogx'],
  'application/pdf': ['pdf'],
  'application/postscript': ['ps', 'ai', 'eps'],
  'application/rtf': ['rtf'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-fontobject': ['eot'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/wasm': ['wasm'],
  'application/x-7z-compressed': ['7z'],
  'application/x-bzip2': ['bz2'],
  'application/x-php': ['php'],
  'application/x-rar-compressed': ['rar'],
  'application/x-sh': ['sh'],
  'application/x-tar': ['tar'],
  'application/xhtml+xml': ['xhtml', 'xht'],
  'application/xml': ['xml', 'xsl'],
  'application/zip': ['zip'],
  'audio/aac': ['aac'],
  'audio/flac': ['flac'],
  'audio/midi': ['mid', 'midi'],
  'audio/mp4': ['m4a'],
  'audio/mpeg': ['mp3', 'mpga'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/x-aiff': ['aiff', 'aif'],
  'audio/x-wav': ['wav'],
  'font/otf': ['otf'],
  'font/ttf': ['ttf'],
  'font/woff': ['woff'],
  'font/woff2': ['woff2'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/gif': ['gif'],
  'image/heic': ['heic'],
  'image/heif': ['heif'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe'],
  'image/png': ['png'],
  'image/svg+xml': ['svg', 'svgz'],
  'image/tiff': ['tif', 'tiff'],
  'image/vnd.adobe.photoshop': ['psd'],
  'image/webp': ['webp'],
  'image/x-icon': ['ico'],
  'text/calendar': ['ics'],
  'text/css': ['css'],
  'text/csv': ['csv'],
  'text/html': ['html', 'htm'],
  'text/markdown': ['md', 'markdown'],
  'text/plain': ['txt', 'text', 'log', 'conf'],
  'text/tab-separated-values': ['tsv'],
  'text/vcard': ['vcf'],
  'text/vtt': ['vtt'],
  'video/mp4': ['mp4', 'm4v'],
  'video/mpeg': ['mpeg', 'mpg'],
  'video/ogg': ['ogv'],
  'video/quicktime': ['mov', 'qt'],
  'video/webm': ['webm'],
  'video/x-matroska': ['mkv'],
  'video/x-msvideo': ['avi'],
});

const byEnding: ReadonlyMap<string, string> = new Map(
  Object.entries(ENDINGS).flatMap(([type, endings]) => endings.map((ending) => [ending, type] as const)),
);

/** The extension of a name in lower case, without its dot; empty if there is none. */
export function endingOf(name: string): string {
  return /\.([^./]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** The media type of a name's extension; `application/octet-stream` if unknown. */
export function typeOfName(name: string): string {
  return byEnding.get(endingOf(name)) ?? 'application/octet-stream';
}

/** The extension of a media type; null if unknown. */
export function endingOfType(type: string): string | null {
  return ENDINGS[type]?.[0] ?? null;
}
