import type { Stored } from '../../schema/field-type.ts';

/** A video of a provider, recognised by its address. */
export interface Embed {
  /** `embed/youtube` or `embed/vimeo`. */
  readonly type: string;
  readonly id: string;
  readonly title: string;
  readonly fileName: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Where the provider keeps a picture of it; null where nobody knows without asking. */
  readonly picture: string | null;
}

const ID = /^[\w-]{1,64}$/;

/** The video that an address shows; null where it is none of YouTube or Vimeo. (Facts of files, section 4.5.) */
export function embedAt(address: string): Embed | null {
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return youTube(url) ?? vimeo(url);
}

function youTube({ hostname, pathname, searchParams }: URL): Embed | null {
  const host = hostname.replace(/^(www|m)\./, '');
  const id = host === 'youtu.be' ? pathname.slice(1) : host === 'youtube.com' ? searchParams.get('v') : null;
  if (id === null || !ID.test(id)) return null;
  const picture = `https://img.youtube.com/vi/${id}/0.jpg`;
  return {
    type: 'embed/youtube',
    id,
    title: `YouTube - ${id}`,
    fileName: `youtube_${id}.jpg`,
    width: 560,
    height: 340,
    picture,
  };
}

function vimeo({ hostname, pathname }: URL): Embed | null {
  const id = /^(www\.|player\.)?vimeo\.com$/.test(hostname) ? /\/(\d{1,10})(?:\/|$)/.exec(pathname)?.[1] : undefined;
  if (id === undefined) return null;
  return {
    type: 'embed/vimeo',
    id,
    title: `Vimeo - ${id}`,
    fileName: `vimeo_${id}.jpg`,
    width: 560,
    height: 540,
    picture: null,
  };
}

/** How a file is embedded into a page; null where it is no video of a provider. */
export function embedOf({ type, embed, width, height }: Readonly<Record<string, Stored>>): object | null {
  const id = String(embed ?? '');
  if (!ID.test(id)) return null;
  const frame = (source: string): string =>
    `<iframe width="${Number(width) || 560}" height="${Number(height) || 340}" src="${source}" frameborder="0" allowfullscreen></iframe>`;
  if (type === 'embed/youtube')
    return { html: frame(`//www.youtube.com/embed/${id}`), url: `https://www.youtube.com/watch?v=${id}` };
  if (type === 'embed/vimeo')
    return {
      html: frame(`//player.vimeo.com/video/${id}?title=0&amp;byline=0&amp;portrait=0&amp;color=ffffff`),
      url: `https://vimeo.com/${id}`,
    };
  return null;
}
