import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '../errors/api-error.ts';
import { UnreachableAddress } from '../net/connector.ts';
import { endingOfType } from '../shared/media-types.ts';
import { percentDecoded } from '../shared/percent-decoded.ts';
import { decodeBase64 } from './base64.ts';
import { type DescribedEmbed, describeEmbed } from './embeds/details.ts';
import { type Embed, embedAt } from './embeds/embed.ts';
import { baseName } from './file-names.ts';
import { type Reception, requireType } from './reception.ts';

const DOWNLOAD_S = 30;
/** Limits of a download of a video's preview image. */
const PICTURE = { bytes: 5 * 1024 * 1024, seconds: 10 };
const ADDRESS = /^(\w{1,20}:)?\/\/\S+\.\S{2}/;
/** No server accepts longer addresses. */
const MAX_ADDRESS = 64 * 1024;

/** A file that was sent as a text. */
export interface Source {
  /** Null for a video without an available preview image. */
  readonly content: Readable | null;
  /** The name in a URL; null if the caller must name the file. */
  readonly name: string | null;
  readonly embed: DescribedEmbed | null;
}

/** Whether a text is the URL of a file rather than the file itself. (Contract, F-53.) */
function isAddress(data: string): boolean {
  return !/^data:/i.test(data) && ADDRESS.test(data.slice(0, MAX_ADDRESS));
}

/**
 * Parses the attribute `data`: base64, a data URL, a URL on the web, or the URL of a video. Error 4; for long base64 also
 * later, when the content is read.
 */
export async function readSource(reception: Reception, data: string): Promise<Source> {
  if (!isAddress(data)) return decoded(reception, data);
  if (data.length > MAX_ADDRESS) throw new ApiError('addressUnreadable');
  const embed = embedIn(data);
  return embed ? embedded(reception, embed) : downloaded(reception, absolute(data));
}

/** The video that the attribute `data` is the URL of; null if it is not one. */
export function embedIn(data: string): Embed | null {
  return data.length <= MAX_ADDRESS && isAddress(data) ? embedAt(absolute(data)) : null;
}

const absolute = (address: string): string => (address.startsWith('//') ? `https:${address}` : address);

async function decoded({ maxUpload: limit }: Reception, data: string): Promise<Source> {
  const body = data.replace(/^data:[^,]{0,200}?;base64,/i, '');
  if (body === '') throw new ApiError('emptyFile');
  if (body.length > Math.ceil(limit * 1.5) + 8) throw new ApiError('fileTooLarge', { limit });
  return { content: Readable.from(await decodeBase64(body)), name: null, embed: null };
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

/** The last part of a URL, with the extension for the type that was found there. */
function nameAt({ href, pathname }: URL, type: string): string {
  const part = pathname.split('/').at(-1) ?? '';
  const last = baseName(percentDecoded(part) ?? part);
  const stem = last.replace(/\.[^.]*$/, '') || createHash('md5').update(`${Date.now()}${href}`).digest('hex');
  const ending = endingOfType(type.split(';')[0]?.trim().toLowerCase() ?? '');
  return ending === null ? last || stem : `${stem}.${ending}`;
}

/** A video is accepted even without its preview image. */
async function embedded(reception: Reception, embed: Embed): Promise<Source> {
  requireType(reception, `embed/${embed.provider}`);
  const described = await describeEmbed(reception, embed);
  const { details } = described;
  const picture = details.picture === null ? null : await pictureAt(reception, details.picture).catch(() => null);
  const content = picture && Readable.from([picture], { objectMode: false });
  return { content, name: `${embed.provider}_${embed.id.replace('/', '_')}.jpg`, embed: described };
}

/** Reads an image completely before it is used, so that no truncated image is stored. */
async function pictureAt({ connector, maxUpload }: Reception, address: string): Promise<Buffer | null> {
  const { body, status, type } = await connector.get(address, {
    ...PICTURE,
    bytes: Math.min(PICTURE.bytes, maxUpload),
  });
  if (status !== 200 || !type.startsWith('image/')) return body.destroy() && null;
  const picture = await buffer(body);
  return picture.length > 0 ? picture : null;
}
