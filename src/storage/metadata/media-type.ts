import { isUtf8 } from 'node:buffer';
import { typeOfName } from '../../shared/media-types.ts';

const UNKNOWN = 'application/octet-stream';
/** Container signatures, shared by many types. */
const CONTAINERS: ReadonlySet<string> = new Set(['application/zip', 'application/x-cfb', 'application/xml']);
const MARKUP: readonly (readonly [RegExp, string])[] = [
  [/^<!doctype\s+html|^<html[\s>]|^<head[\s>]|^<body[\s>]|^<script[\s>]/i, 'text/html'],
  [/^<!doctype\s+svg|^<svg[\s>]/i, 'image/svg+xml'],
  [/^%PDF-\d/, 'application/pdf'],
];
/** Control characters allowed in text: line breaks, tabs, and the escape of coloured text. */
const TEXT_CONTROLS: ReadonlySet<string> = new Set('\t\n\v\f\r\u001b');
const isTextual = (character: string): boolean => character >= ' ' || TEXT_CONTROLS.has(character);
/** How many bytes are searched for markup and control characters. */
const LEADING_BYTES = 4096;
const LEADING = /^\uFEFF?(?:\s+|<\?xml[^>]*>|<!--[\s\S]*?-->)*/;

/**
 * The media type of content that begins with `head`. A signature decides; without one the name does, unless it
 * stands for pixels or sound and the content is markup. (Contract, F-50.)
 */
export async function mediaTypeOf(head: Buffer, name: string): Promise<string> {
  const named = typeOfName(name);
  const text = textOf(head);
  if (text !== null) return unlessMarkup(text, named);
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (!found) return unlessMarkup(head.toString('latin1', 0, LEADING_BYTES), named);
  const { ext, mime } = found;
  const usual = typeOfName(`.${ext}`);
  return sharpen(usual === UNKNOWN ? mime : usual, named);
}

/** The type of a name, unless that type requires a signature, or the blob is markup. */
function unlessMarkup(text: string, named: string): string {
  return isBinary(named) ? (markupOf(text) ?? named) : named;
}

/** For ambiguous container signatures the name decides, except that images, audio and text are never containers. */
function sharpen(found: string, named: string): string {
  if (named === UNKNOWN) return found;
  const isInside = named.startsWith('application/') || (found === 'application/xml' && !isBinary(named));
  return (CONTAINERS.has(found) && isInside) || (isPlayed(found) && isPlayed(named)) ? named : found;
}

const isPlayed = (type: string): boolean => /^(audio|video)\/|\/ogg$/.test(type);
const PACKED =
  /^application\/(pdf|zip|epub\+zip|gzip|wasm|x-7z-compressed|x-bzip2|x-rar-compressed|vnd\.(oasis|openxmlformats).*)$/;
const isBinary = (type: string): boolean => /^(image(?!\/svg)|audio|video|font)\//.test(type) || PACKED.test(type);

/** Decodes UTF-8, or UTF-16 with a byte order mark; null if the text has control characters. */
function textOf(head: Buffer): string | null {
  const text = wideTextOf(head) ?? (isCutUtf8(head) ? head.toString('utf8') : null);
  const isPlain = text !== null && [...text.slice(0, LEADING_BYTES)].every(isTextual);
  return isPlain ? text : null;
}

/** A byte order mark proves nothing, since audio can begin with it: valid characters must follow. */
function wideTextOf(head: Buffer): string | null {
  const mark = head.length < 2 ? 0 : head.readUInt16LE(0);
  if (mark !== 0xfeff && mark !== 0xfffe) return null;
  const units = Buffer.from(head.subarray(0, Math.min(head.length, LEADING_BYTES) & ~1));
  const text = (mark === 0xfeff ? units : units.swap16()).toString('utf16le');
  return /\p{Co}|\p{Cn}|\p{Cs}(?!$)/u.test(text) ? null : text;
}

/** The last character may be cut off. */
function isCutUtf8(head: Buffer): boolean {
  return [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, Math.max(0, head.length - cut))));
}

function markupOf(text: string): string | undefined {
  const start = text.replace(LEADING, '');
  const existing = MARKUP.find(([pattern]) => pattern.test(start))?.[1];
  return existing ?? (/^\uFEFF?\s*<\?xml/.test(text) ? 'application/xml' : undefined);
}
