import type { Stored } from '../../schema/stored.ts';

/** A video of a provider, recognised by its URL. */
export interface Embed {
  readonly provider: 'youtube' | 'vimeo';
  /** The provider's id. For Vimeo's unlisted videos, it is followed by a slash and their hash. */
  readonly id: string;
}

interface Provider {
  /** The provider's own spelling of its name. */
  readonly name: string;
  /** The default size of the frame in pixels. */
  readonly width: number;
  readonly height: number;
  idAt(url: URL): string | undefined;
  page(id: string): string;
  player(id: string): string;
}

const YOUTUBE_HOST = /^((www|m|music)\.)?youtube(-nocookie)?\.com$/;
const YOUTUBE_PATH = /^\/(?:shorts|embed|live|v)\/([^/]+)\/?$/;
const VIMEO_HOST = /^(www\.|player\.)?vimeo\.com$/;
const VIMEO_PATH = /\/(\d{1,10})(?:\/([0-9a-f]{6,20}))?\/?$/;
const HASH = /^[0-9a-f]{6,20}$/;

/** The providers that are supported, with what is known without a request. (Contract, F-81, F-82 and F-84.) */
export const PROVIDERS: Readonly<Record<Embed['provider'], Provider>> = {
  youtube: {
    name: 'YouTube',
    width: 560,
    height: 340,
    idAt: youTubeId,
    page: (id) => `https://www.youtube.com/watch?v=${id}`,
    player: (id) => `//www.youtube.com/embed/${id}`,
  },
  vimeo: {
    name: 'Vimeo',
    width: 560,
    height: 540,
    idAt: vimeoId,
    page: (id) => `https://vimeo.com/${id}`,
    player: vimeoPlayer,
  },
};

/** The video that a URL shows; null if it is not a video of YouTube or Vimeo. (Contract, F-81.) */
export function embedAt(address: string): Embed | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  for (const provider of ['youtube', 'vimeo'] as const) {
    const id = PROVIDERS[provider].idAt(url);
    if (id !== undefined) return { provider, id };
  }
  return null;
}

function youTubeId({ hostname, pathname, searchParams }: URL): string | undefined {
  const isShort = /^(www\.)?youtu\.be$/.test(hostname);
  if (!isShort && !YOUTUBE_HOST.test(hostname)) return undefined;
  const id = isShort ? pathname.split('/')[1] : (searchParams.get('v') ?? YOUTUBE_PATH.exec(pathname)?.[1]);
  return id !== undefined && /^[\w-]{1,64}$/.test(id) ? id : undefined;
}

function vimeoId({ hostname, pathname, searchParams }: URL): string | undefined {
  if (!VIMEO_HOST.test(hostname)) return undefined;
  const [, id, hash = searchParams.get('h') ?? ''] =
    VIMEO_PATH.exec(pathname) ?? /^\/(\d{1,10})\//.exec(pathname) ?? [];
  return id !== undefined && HASH.test(hash) ? `${id}/${hash}` : id;
}

function vimeoPlayer(video: string): string {
  const [id, hash] = video.split('/');
  const unlisted = hash === undefined ? '' : `h=${hash}&amp;`;
  return `//player.vimeo.com/video/${id}?${unlisted}title=0&amp;byline=0&amp;portrait=0&amp;color=ffffff`;
}

/** How to embed a file in a page; null if it is not a video of a provider. */
export function embedOf({ type, embed, width, height }: Readonly<Record<string, Stored>>): object | null {
  const id = String(embed ?? '');
  const provider = type === 'embed/youtube' ? PROVIDERS.youtube : type === 'embed/vimeo' ? PROVIDERS.vimeo : null;
  if (!provider || !/^[\w-]{1,64}(\/[0-9a-f]{6,20})?$/.test(id)) return null;
  const size = `width="${Number(width) || 560}" height="${Number(height) || 340}"`;
  const html = `<iframe ${size} src="${provider.player(id)}" frameborder="0" allowfullscreen></iframe>`;
  return { html, url: provider.page(id) };
}
