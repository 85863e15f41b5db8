import type { ByteRange } from '../storage/storage.ts';

/** What a `Range` header requests: a range, one that lies outside the file, or null for a header that is ignored. */
type RequestedRange = ByteRange | 'unsatisfiable' | null;

/**
 * Parses a `Range` header for a file of `size` bytes. Multiple ranges and other units are ignored, so the complete file
 * is sent. (RFC 9110, section 14.)
 */
export function parseRange(header: string | undefined, size: number): RequestedRange {
  const [, from = '', to = ''] = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '') return range(Math.max(0, size - Number(to)), size - 1);
  if (to !== '' && Number(to) < Number(from)) return null;
  return range(Number(from), Math.min(to === '' ? size - 1 : Number(to), size - 1));
}

function range(start: number, end: number): RequestedRange {
  return start <= end ? { start, end } : 'unsatisfiable';
}
