import { isOn, type Settings } from '../../schema/settings.ts';

/**
 * Whether images count as they are seen, and not as they are stored: thumbnails are turned, width and height change
 * places where the camera was held on its side. (Decision 0007.)
 */
export function turnsImages({ values }: Settings): boolean {
  return isOn(values.get('upright_images'));
}
