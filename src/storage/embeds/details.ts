import { json } from 'node:stream/consumers';
import type { Connector } from '../../net/connector.ts';
import { withoutEntities } from '../../shared/entities.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { cleanTags, cleanText } from '../metadata/caption.ts';
import type { Reception } from '../reception.ts';
import { type Embed, PROVIDERS } from './embed.ts';

/** A provider's metadata of a video; null or empty where there is none. */
interface EmbedDetails {
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[] | null;
  /** In whole seconds. */
  readonly duration: number | null;
  /** In pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** The URL of a preview image. */
  readonly picture: string | null;
}

/** A video with its provider's metadata. */
export interface DescribedEmbed extends Embed {
  readonly details: EmbedDetails;
}

type Answer = Readonly<Record<string, unknown>>;

const CAPS = { bytes: 256 * 1024, seconds: 5 };
const YOUTUBE = 'https://www.googleapis.com/youtube/v3/videos?part=snippet,contentDetails';
const MAX = 2 ** 31 - 1;

/**
 * Requests a video's metadata from its provider. If the provider is unavailable, slow or returns nonsense, there is no
 * metadata; that is not an error. (Contract, F-83.)
 */
export async function describeEmbed(reception: Reception, embed: Embed): Promise<DescribedEmbed> {
  const ofProvider = embed.provider === 'youtube' ? ofYouTube : ofVimeo;
  return { ...embed, details: await ofProvider(reception, embed) };
}

/** YouTube's data API, with the key of the project's settings. */
async function ofYouTube({ connector, settings }: Reception, { id }: Embed): Promise<EmbedDetails> {
  const key = settings.values.get('youtube_api_key') ?? '';
  const query = new URLSearchParams({ id, key });
  const answer = key === '' ? {} : await answerOf(connector, `${YOUTUBE}&${query}`);
  const [video] = Array.isArray(answer.items) ? answer.items : [];
  const { snippet, contentDetails } = isRecord(video) ? video : {};
  const { title, description, tags } = isRecord(snippet) ? snippet : {};
  return {
    title: textOf(title),
    description: textOf(description),
    tags: cleanTags(Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []),
    duration: isRecord(contentDetails) ? secondsOf(contentDetails.duration) : null,
    width: null,
    height: null,
    picture: `https://img.youtube.com/vi/${id}/0.jpg`,
  };
}

/** Vimeo's old public API returns more details; oEmbed also knows newer and unlisted videos. */
async function ofVimeo({ connector }: Reception, { id }: Embed): Promise<EmbedDetails> {
  const page = encodeURIComponent(PROVIDERS.vimeo.page(id));
  const [old, own] = await Promise.all([
    answerOf(connector, `https://vimeo.com/api/v2/video/${id.split('/')[0]}.json`),
    answerOf(connector, `https://vimeo.com/api/oembed.json?url=${page}`),
  ]);
  const said: Answer = { ...own, ...old };
  return {
    title: textOf(said.title),
    description: typeof said.description === 'string' ? textOf(withoutMarkup(said.description)) : null,
    tags: cleanTags(typeof said.tags === 'string' ? [said.tags] : []),
    duration: whole(said.duration),
    width: whole(said.width) || null,
    height: whole(said.height) || null,
    picture: textOf(said.thumbnail_large) ?? textOf(said.thumbnail_url),
  };
}

/** The JSON object at a URL, or the first of its list; empty if there is none. */
async function answerOf(connector: Connector, address: string): Promise<Answer> {
  try {
    const { status, body } = await connector.get(address, CAPS);
    const answer: unknown = status === 200 ? await json(body) : body.destroy() && null;
    const [first] = Array.isArray(answer) ? answer : [answer];
    return isRecord(first) ? first : {};
  } catch {
    return {};
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? cleanText(value) || null : null);

function whole(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= MAX ? Math.round(value) : null;
}

/** Converts a duration such as `P1DT2H3M4S` to seconds. (ISO 8601-1, section 5.5.2.) */
function secondsOf(duration: unknown): number | null {
  const parts = /^P(?:(\d{1,4})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/.exec(asText(duration));
  if (!parts) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map((part) => Number(part ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}

function withoutMarkup(html: string): string {
  return withoutEntities(html.replace(/<br\s{0,9}\/?>\n?/gi, '\n').replace(/<[^<>]*>/g, ''));
}
