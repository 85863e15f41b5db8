import type { AssetFile } from '../../persistence/asset.ts';
import type { Context } from '../../persistence/context.ts';
import type { Stored } from '../../schema/stored.ts';
import { endingOfType } from '../../shared/media-types.ts';
import { embedOf } from '../../storage/embeds/embed.ts';
import { type Preset, presetsOf } from '../../storage/images/presets.ts';
import { formatOfName } from '../../storage/images/variant.ts';

type Columns = Readonly<Record<string, Stored>>;

/** The attributes that a file's URLs are built from. */
type Named = Pick<AssetFile, 'filenameDisk' | 'filenameDownload' | 'privateHash' | 'type'>;

/** Returns a file's object `data`: its URLs, its sizes and its embedding. (Contract, F-20 to F-27.) */
export function fileData(context: Context, columns: Columns): Record<string, unknown> {
  const text = (name: string): string => String(columns[name] ?? '');
  const { full_url, url, asset_url, thumbnails } = addressesOf(context, {
    filenameDisk: text('filename_disk'),
    filenameDownload: text('filename_download'),
    privateHash: text('private_hash'),
    type: text('type'),
  });
  const rest = { thumbnails, embed: embedOf(columns) };
  return context.store.storageConfig.proxyDownloads
    ? { url, full_url, ...rest }
    : { full_url, url, asset_url, ...rest };
}

/** The URLs of a file's original and of its thumbnails. */
interface FileAddresses {
  readonly full_url: string;
  readonly url: string;
  readonly asset_url: string;
  readonly thumbnails: readonly object[] | null;
}

/** Returns the URLs of a file. */
export function addressesOf(context: Context, file: Named): FileAddresses {
  const { rootUrl, proxyDownloads } = context.store.storageConfig;
  const folder = proxyDownloads ? `/downloads/${context.store.project}` : rootUrl;
  const url = `${folder}/${encodeURIComponent(file.filenameDisk)}`;
  const asset = assetPath(context, file);
  return { full_url: absolute(context, url), url, asset_url: asset, thumbnails: thumbnailsOf(context, file, asset) };
}

/** Leaves a URL that already has a host as it is. */
function absolute({ client: { baseUrl } }: Context, url: string): string {
  return /^(\w+:)?\/\//.test(url) ? url : `${baseUrl}${url}`;
}

function assetPath({ store }: Context, { privateHash, filenameDownload }: Named): string {
  const naming = store.catalog.settings.values.get('asset_url_naming') ?? 'private_hash';
  const alias = naming === 'private_hash' ? privateHash : filenameDownload;
  return `/${store.project}/assets/${encodeURIComponent(alias)}`;
}

function thumbnailsOf({ store, client: { baseUrl } }: Context, { type }: Named, asset: string): object[] | null {
  if (!hasThumbnails(type)) return null;
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
