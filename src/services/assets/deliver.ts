import type { AssetFile } from '../../persistence/asset.ts';
import { type AssetName, findAsset } from '../../persistence/asset-file.ts';
import type { Context } from '../../persistence/context.ts';
import type { Delivery } from '../../storage/content.ts';
import { presetsOf } from '../../storage/images/presets.ts';
import { asksForOriginal, type RequestedVariant, requestedVariant } from '../../storage/images/requested-variant.ts';
import { thumbnailOf } from '../../storage/images/thumbnail.ts';
import { turnsImages } from '../../storage/images/upright.ts';
import type { ImageFormat } from '../../storage/images/variant.ts';
import { originalContent } from '../../storage/original.ts';
import { hasPrivateFiles, requireAccess } from './access.ts';

/** A request for a file. */
export interface AssetRequest extends RequestedVariant {
  /** The checksum in the requested URL. The bytes behind such a URL never change. */
  readonly version?: string | undefined;
}

const FOREVER = 'private, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';
const DAY = 86_400;

/**
 * Returns the file behind an alias, as stored or as a thumbnail. Errors 203, 12, imagesBusy. (Contract, F-110 to
 * F-119.)
 */
export async function deliverAsset(context: Context, alias: string, asked: AssetRequest): Promise<Delivery> {
  return ofPresent(context, aliasOf(context), alias, (file) => deliverFile(context, file, asked));
}

async function deliverFile(context: Context, file: AssetFile, asked: AssetRequest): Promise<Delivery> {
  await requireAccess(context, file);
  const caching = cachingOf(context);
  if (asksForOriginal(asked)) return whole(context, file, caching);
  const { project, storage, catalog } = context.store;
  const { settings } = catalog;
  const presets = presetsOf(settings);
  const box = requestedVariant(asked, presets, file);
  const variant = { ...box, upright: turnsImages(settings) };
  const content = await thumbnailOf({ project, storage, open: presets.open }, file, variant);
  const isNamed = content.exact && asked.version === file.checksum;
  return {
    content,
    type: `image/${variant.format}`,
    name: nameAs(file.filenameDownload, variant.format, asked),
    caching: isNamed ? FOREVER : caching,
  };
}

/** Returns an original by its name on disk. Error 203. (Contract, F-140.) */
export async function deliverOriginal(context: Context, name: string): Promise<Delivery> {
  const file = await findAsset(context.store, 'filename_disk', name);
  await requireAccess(context, file);
  return whole(context, file, cachingOf(context));
}

/**
 * Runs `work` on the file with this name. If it fails because the file was moved or deleted meanwhile, the current row
 * decides: either `work` runs again, or the file is missing.
 */
async function ofPresent<T>(
  { store }: Context,
  by: AssetName,
  name: string,
  work: (file: AssetFile) => Promise<T>,
): Promise<T> {
  for (let file = await findAsset(store, by, name); ; ) {
    try {
      return await work(file);
    } catch (error) {
      const present = await findAsset(store, by, name);
      if (present.filenameDisk === file.filenameDisk) throw error;
      file = present;
    }
  }
}

/** Returns an original by its name on disk, for the download URL. Error 203. (Contract, F-26 and F-140.) */
export async function downloadOriginal(context: Context, name: string): Promise<Delivery> {
  const delivery = await deliverOriginal(context, name);
  if (hasPrivateFiles(context)) return delivery;
  const seconds = secondsOf(context, 'proxy_downloads_cache_ttl') ?? DAY;
  return { ...delivery, caching: `max-age=${seconds}, public` };
}

async function whole({ store }: Context, file: AssetFile, caching: string): Promise<Delivery> {
  return { content: await originalContent(store.storage, file), type: file.type, name: file.filenameDownload, caching };
}

function aliasOf({ store }: Context): AssetName {
  const naming = store.catalog.settings.values.get('asset_url_naming') || 'private_hash';
  return naming === 'private_hash' ? 'private_hash' : 'filename_download';
}

/** Without a cache setting clients must revalidate every time, so that a deleted or renamed file disappears at once. */
function cachingOf(context: Context): string {
  if (hasPrivateFiles(context)) return `private, ${ASK_AGAIN}`;
  const seconds = secondsOf(context, 'thumbnail_cache_ttl');
  return seconds === null ? ASK_AGAIN : `max-age=${seconds}, public`;
}

/** Returns a setting as a number of seconds; null if it is not set. */
function secondsOf({ store }: Context, setting: string): number | null {
  const seconds = Number(store.catalog.settings.values.get(setting) || Number.NaN);
  return Number.isInteger(seconds) && seconds >= 0 ? seconds : null;
}

/** A converted image gets the file extension of its new format. */
function nameAs(name: string, format: ImageFormat, asked: RequestedVariant): string {
  return asked.format === undefined || asked.key !== undefined ? name : `${name.replace(/\.[^.]*$/, '')}.${format}`;
}
