import type { AssetFile } from '../../persistence/asset.ts';
import { fileOfKey } from '../../persistence/asset-file.ts';
import type { Context } from '../../persistence/context.ts';
import type { Store } from '../../persistence/store.ts';
import { isRecord } from '../../shared/is-record.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { asNumber } from '../../shared/text.ts';
import { addressesOf } from '../files/data.ts';

/** Settings that name files which anyone may see before signing in. (Contract, F-142 and V-12.) */
const SHOWN = ['project_logo', 'project_foreground', 'project_background'] as const;

/** Whether a file appears on the pages that visitors see before they sign in. */
export function isShownToVisitors({ catalog }: Store, { id }: AssetFile): boolean {
  return SHOWN.some((key) => keyIn(catalog.settings.values.get(key)) === id);
}

/**
 * Returns the URLs of the files on the pages that visitors see; null for a file that is not set or no longer exists.
 */
export async function shownFiles(context: Context): Promise<Record<(typeof SHOWN)[number], object | null>> {
  const [logo, foreground, background] = await Promise.all(SHOWN.map((key) => shownFile(context, key)));
  return {
    project_logo: logo ?? null,
    project_foreground: foreground ?? null,
    project_background: background ?? null,
  };
}

async function shownFile(context: Context, key: (typeof SHOWN)[number]): Promise<object | null> {
  const id = keyIn(context.store.catalog.settings.values.get(key));
  const file = id === null ? null : await fileOfKey(context.store, id);
  if (!file) return null;
  const { full_url, url, asset_url } = addressesOf(context, file);
  return { full_url, url, asset_url };
}

/** Returns the file key that a setting holds, either plain or in an object; null if there is none. */
export function keyIn(value: string | null | undefined): number | null {
  const text = value ?? '';
  const key = asNumber(text.startsWith('{') ? keyOfObject(text) : text || Number.NaN);
  return Number.isSafeInteger(key) && key > 0 ? key : null;
}

function keyOfObject(text: string): unknown {
  const value = parseJson(text);
  return isRecord(value) ? value.id : undefined;
}
