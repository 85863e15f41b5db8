import { isOn, type Settings } from '../../schema/settings.ts';

/**
 * Whether images are treated as they are seen rather than as they are stored: thumbnails are rotated, and width and
 * height are swapped if the camera was held on its side. (Decision 0007.)
 */
export function turnsImages({ values }: Settings): boolean {
  return isOn(values.get('upright_images'));
}
