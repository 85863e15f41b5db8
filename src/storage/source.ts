import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '../errors/api-error.ts';
import { UnreachableAddress } from '../net/connector.ts';
import { endingOfType } from '../shared/media-types.ts';
import { percentDecoded } from '../shared/percent-decoded.ts';
import { type DescribedEmbed, describeEmbed } from './embeds/details.ts';
import { type Embed, embedAt } from './embeds/embed.ts';
import { baseName } from './file-names.ts';
import { type Reception, requireType } from './reception.ts';

const DOWNLOAD_S = 30;
/** What is read of a video's picture, at most. */
const PICTURE = { bytes: 5 * 1024 * 1024, seconds: 10 };
/** Four stand for three bytes. */
const DECODED_CHARACTERS = 64 * 1024;
const ADDRESS = /^(\w+:)?\/\/\S+\.\S{2}/;
const BASE64 = /^[A-Za-z0-9+/\s]*(?:=[=\s]*)?$/;

/** A content that was given as a text. */
export interface Source {
  /** Null for a video of which no picture can be had. */
  readonly content: Readable | null;
  /** The name that an address brings along; null where the caller must name it. */
  readonly name: string | null;
  readonly embed: DescribedEmbed | null;
}

/** Whether a text is the address of a content, and not the content itself. (Contract, F-53.) */
function isAddress(data: string): boolean {
  return !/^data:/i.test(data) && ADDRESS.test(data);
}

/** Understands the attribute `data`: base64, a data address, an address on the web, a video. Errors 4. */
export function readSource(reception: Reception, data: string): Promise<Source> | Source {
  if (!isAddress(data)) return { content: Readable.from(decoded(reception, data)), name: null, embed: null };
  const embed = embedIn(data);
  return embed ? embedded(reception, embed) : downloaded(reception, absolute(data));
}

/** The video that the attribute `data` is the address of; null where it is none. */
export function embedIn(data: string): Embed | null {
  return isAddress(data) ? embedAt(absolute(data)) : null;
}

const absolute = (address: string): string => (address.startsWith('//') ? `https:${address}` : address);

function decoded({ maxUpload: limit }: Reception, data: string): Iterable<Buffer> {
  const body = data.replace(/^data:[^,]{0,200}?;base64,/i, '');
  if (body === '') throw new ApiError('emptyFile');
  if (!isBase64(body)) throw new ApiError('validation', { violations: 'data: This value is not valid base64.' });
  if (body.length > Math.ceil(limit * 1.5) + 8) throw new ApiError('fileTooLarge', { limit });
  return bytesOf(/\s/.test(body) ? body.replaceAll(/\s/g, '') : body);
}

/** White space may be anywhere, two signs of padding at the end. */
function isBase64(text: string): boolean {
  const padding = text.indexOf('=');
  return BASE64.test(text) && (padding < 0 || text.slice(padding).replaceAll(/\s/g, '').length <= 2);
}

/** The bytes of a text in base64, a few at a time: together they would need as much memory again. */
function* bytesOf(text: string): Generator<Buffer> {
  for (let start = 0; start < text.length; start += DECODED_CHARACTERS)
    yield Buffer.from(text.slice(start, start + DECODED_CHARACTERS), 'base64');
}

async function downloaded(reception: Reception, address: string): Promise<Source> {
  const { body, url, type } = await fetched(reception, address);
  if (!/image\/|pdf/.test(type)) {
    body.destroy();
    throw new ApiError('addressNoImage');
  }
  return { content: body, name: nameAt(url, type), embed: null };
}

async function fetched({ connector, maxUpload }: Reception, address: string) {
  try {
    const answer = await connector.get(address, { bytes: maxUpload, seconds: DOWNLOAD_S });
    if (answer.status === 200) return answer;
    answer.body.destroy();
  } catch (error) {
    if (!(error instanceof UnreachableAddress)) throw error;
  }
  throw new ApiError('addressUnreadable');
}

/** The last part of an address, with the ending of what was found there. */
function nameAt({ href, pathname }: URL, type: string): string {
  const part = pathname.split('/').at(-1) ?? '';
  const last = baseName(percentDecoded(part) ?? part);
  const stem = last.replace(/\.[^.]*$/, '') || createHash('md5').update(`${Date.now()}${href}`).digest('hex');
  const ending = endingOfType(type.split(';')[0]?.trim().toLowerCase() ?? '');
  return ending === null ? last || stem : `${stem}.${ending}`;
}

/** A video without its picture is a video still. */
async function embedded(reception: Reception, embed: Embed): Promise<Source> {
  requireType(reception, `embed/${embed.provider}`);
  const described = await describeEmbed(reception, embed);
  const { details } = described;
  const picture = details.picture === null ? null : await pictureAt(reception, details.picture).catch(() => null);
  const content = picture && Readable.from([picture], { objectMode: false });
  return { content, name: `${embed.provider}_${embed.id.replace('/', '_')}.jpg`, embed: described };
}

/** A picture is read whole before it counts, so that none is stored that breaks off. */
async function pictureAt({ connector, maxUpload }: Reception, address: string): Promise<Buffer | null> {
  const { body, status, type } = await connector.get(address, {
    ...PICTURE,
    bytes: Math.min(PICTURE.bytes, maxUpload),
  });
  if (status !== 200 || !type.startsWith('image/')) return body.destroy() && null;
  const picture = await buffer(body);
  return picture.length > 0 ? picture : null;
}
