import { isUtf8 } from 'node:buffer';
import { typeOfName } from '../../shared/media-types.ts';

const UNKNOWN = 'application/octet-stream';
/** Signatures of containers, which many types share. */
const CONTAINERS: ReadonlySet<string> = new Set(['application/zip', 'application/x-cfb', 'application/xml']);
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^<!doctype\s+html|^<html[\s>]|^<head[\s>]|^<body[\s>]|^<script[\s>]/i, 'text/html'],
  [/^<!doctype\s+svg|^<svg[\s>]/i, 'image/svg+xml'],
];
/** Tabs, line breaks of all kinds, and the escape that colours text. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([9, 10, 11, 12, 13, 27]);
const LEADING = /^\uFEFF?(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)*/;

/**
 * The media type of content that begins with `head`. A signature decides; without one the name does, unless it
 * stands for pixels or sound and the content is markup. (Decisions, "Files".)
 */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const named = typeOfName(name);
  if (isText(head)) return isBinary(named) ? (markupOf(head.toString('utf8')) ?? named) : named;
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return named;
  const { ext, mime } = found;
  const usual = typeOfName(`.${ext}`);
  return sharpen(usual === UNKNOWN ? mime : usual, named);
}

/** Where the signature leaves it open, the name says more. */
function sharpen(found: string, named: string): string {
  if (named === UNKNOWN) return found;
  return CONTAINERS.has(found) || (isPlayed(found) && isPlayed(named)) ? named : found;
}

const isPlayed = (type: string): boolean => /^(audio|video)\/|\/ogg$/.test(type);
const isBinary = (type: string): boolean => /^(image(?!\/svg)|audio|video|font)\//.test(type);

/** Whether bytes are UTF-8 without control characters; a character may be cut off at the end. */
function isText(head: Buffer): boolean {
  if (!head.subarray(0, 4096).every((byte) => byte >= 0x20 || TEXT_CONTROLS.has(byte))) return false;
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}

function markupOf(text: string): string | undefined {
  const start = text.replace(LEADING, '');
  const known = MARKUP.find(([pattern]) => pattern.test(start))?.[1];
  return known ?? (/^\uFEFF?\s*<\?xml/.test(text) ? 'application/xml' : undefined);
}
