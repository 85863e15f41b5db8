import type { Stored } from '../../schema/field-type.ts';
import { endingOfType } from '../../shared/media-types.ts';
import { formatOfName } from '../../storage/images/variant.ts';
import { type Preset, presetsOf } from '../assets/presets.ts';
import type { Context } from '../context.ts';
import { embedOf } from './embed.ts';

type Columns = Readonly<Record<string, Stored>>;

/** The object `data` of a file: where it is, in which sizes, and how it is embedded. (Facts of files, section 1.) */
export function fileData(context: Context, columns: Columns): Record<string, unknown> {
  const { rootUrl, proxyDownloads } = context.store.storageConfig;
  const name = encodeURIComponent(String(columns.filename_disk ?? ''));
  const asset = assetPath(context, columns);
  const rest = { thumbnails: thumbnailsOf(context, columns, asset), embed: embedOf(columns) };
  if (proxyDownloads) {
    const url = `/downloads/${context.store.project}/${name}`;
    return { url, full_url: absolute(context, url), ...rest };
  }
  const url = `${rootUrl}/${name}`;
  return { full_url: absolute(context, url), url, asset_url: asset, ...rest };
}

/** An address of its own host stays as it is. */
function absolute({ baseUrl }: Context, url: string): string {
  return /^(\w+:)?\/\//.test(url) ? url : `${baseUrl}${url}`;
}

function assetPath({ store }: Context, columns: Columns): string {
  const naming = store.catalog.settings.values.get('asset_url_naming') ?? 'private_hash';
  const alias = naming === 'private_hash' ? columns.private_hash : columns.filename_download;
  return `/${store.project}/assets/${encodeURIComponent(String(alias ?? ''))}`;
}

function thumbnailsOf({ store, baseUrl }: Context, { type }: Columns, asset: string): object[] | null {
  if (!hasThumbnails(String(type ?? ''))) return null;
  return presetsOf(store.catalog.settings).all.map(({ key, width, height }: Preset) => {
    const relative = `${asset}?key=${encodeURIComponent(key)}`;
    const dimension = `${width}x${height}`;
    return { key, url: `${baseUrl}${relative}`, relative_url: relative, dimension, width, height };
  });
}

function hasThumbnails(type: string): boolean {
  const ending = endingOfType(type);
  return type.startsWith('image') && type !== 'image/svg+xml' && formatOfName(`.${ending ?? ''}`) !== undefined;
}
