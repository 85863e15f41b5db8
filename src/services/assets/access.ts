import { ApiError, isWithheld } from '../../errors/api-error.ts';
import type { AssetFile } from '../../persistence/asset.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { EVERYTHING } from '../../query/parse/query.ts';
import { isOn } from '../../schema/settings.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import { isShownToVisitors } from './shown-files.ts';

/** Whether only callers who may read a file may download it. By default anyone who has its URL may. */
export function hasPrivateFiles({ store }: Context): boolean {
  return isOn(store.catalog.settings.values.get('private_assets'));
}

/**
 * Refuses callers who may not download a file. A file that the caller may not read is reported as missing: error 203.
 */
export async function requireAccess(context: Context, file: AssetFile): Promise<void> {
  if (!hasPrivateFiles(context) || isShownToVisitors(context.store, file)) return;
  try {
    await readByKeys(committed(context), 'directus_files', [String(file.id)], EVERYTHING);
  } catch (error) {
    if (isWithheld(error)) throw new ApiError('itemNotFound');
    throw error;
  }
}
