import type { Variant } from './variant.ts';

/** Width and height in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The size of a variant of an image: the size of the box, or the largest size with the image's own ratio that fits into
 * the box, rounded half up and never zero. (Contract, F-120.)
 */
export function resultSize(image: Size, { width, height, fit }: Pick<Variant, 'width' | 'height' | 'fit'>): Size {
  if (fit === 'crop') return { width, height };
  const high = Math.max(1, Math.round((width * image.height) / image.width));
  if (high <= height) return { width, height: high };
  return { width: Math.max(1, Math.round((height * image.width) / image.height)), height };
}
