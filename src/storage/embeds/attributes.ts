import type { Payload } from '../../query/plan/write/payload.ts';
import type { DescribedEmbed } from './details.ts';
import { PROVIDERS } from './embed.ts';

/** What a video is called: by its provider, else by its number. (Contract, F-82.) */
export function embedTitle({ provider, id, details }: DescribedEmbed): string {
  return details.title ?? `${PROVIDERS[provider].name} - ${id.split('/')[0]}`;
}

/** What a video is, as attributes of its file: it has no content of its own. (Contract, F-80.) */
export function embedAttributes({ provider, id, details }: DescribedEmbed): Payload {
  return {
    type: `embed/${provider}`,
    embed: id,
    width: details.width ?? PROVIDERS[provider].width,
    height: details.height ?? PROVIDERS[provider].height,
    duration: details.duration,
    filesize: 0,
    checksum: null,
    charset: '',
  };
}
