import type { AssetFile } from '../../persistence/asset.ts';
import type { Store } from '../../persistence/store.ts';
import { presetsOf } from '../../storage/images/presets.ts';
import { requestedVariant } from '../../storage/images/requested-variant.ts';
import { prepareThumbnail } from '../../storage/images/thumbnail.ts';
import { turnsImages } from '../../storage/images/upright.ts';
import { formatOfFile } from '../../storage/images/variant.ts';

/** Whether a file gets thumbnails. */
const isImage = (file: AssetFile): boolean => file.type.startsWith('image/') && Boolean(formatOfFile(file));

/** Makes the thumbnails of a file in all sizes of the project that are not stored yet; returns their number. Errors 12, 11. */
export async function prepareThumbnails({ project, storage, catalog }: Store, file: AssetFile): Promise<number> {
  if (!isImage(file)) return 0;
  const presets = presetsOf(catalog.settings);
  const upright = turnsImages(catalog.settings);
  let made = 0;
  for (const { key } of presets.all) {
    const variant = { ...requestedVariant({ key }, presets, file), upright };
    if (await prepareThumbnail({ project, storage, open: presets.open }, file, variant)) made++;
  }
  return made;
}
