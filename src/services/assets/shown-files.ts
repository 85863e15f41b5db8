import type { AssetFile } from '../../persistence/asset.ts';
import { fileOfKey } from '../../persistence/asset-file.ts';
import type { Context } from '../../persistence/context.ts';
import type { Store } from '../../persistence/store.ts';
import { keyIn, SHOWN_FILES } from '../../schema/shown-files.ts';
import { addressesOf } from '../files/data.ts';

/** Whether a file appears on the pages that visitors see before they sign in. */
export function isShownToVisitors({ catalog }: Store, { id }: AssetFile): boolean {
  return SHOWN_FILES.some((key) => keyIn(catalog.settings.values.get(key)) === id);
}

/**
 * Returns the URLs of the files on the pages that visitors see; null for a file that is not set or no longer exists.
 */
export async function shownFiles(context: Context): Promise<Record<(typeof SHOWN_FILES)[number], object | null>> {
  const [logo, foreground, background] = await Promise.all(SHOWN_FILES.map((key) => shownFile(context, key)));
  return {
    project_logo: logo ?? null,
    project_foreground: foreground ?? null,
    project_background: background ?? null,
  };
}

async function shownFile(context: Context, key: (typeof SHOWN_FILES)[number]): Promise<object | null> {
  const id = keyIn(context.store.catalog.settings.values.get(key));
  const file = id === null ? null : await fileOfKey(context.store, id);
  if (!file) return null;
  const { full_url, url, asset_url } = addressesOf(context, file);
  return { full_url, url, asset_url };
}
