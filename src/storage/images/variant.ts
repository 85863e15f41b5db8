import { endingOf, endingOfType } from '../../shared/media-types.ts';
import { named } from '../../shared/named.ts';

/** Output formats. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** `crop` fills the box and cuts off the rest; `contain` fits the image into the box. Both enlarge small images. */
export type Fit = 'crop' | 'contain';

/** A variant of an image. */
export interface Variant {
  /** Pixels of the box. */
  readonly width: number;
  readonly height: number;
  readonly fit: Fit;
  /** 0 to 100; ignored by lossless formats. */
  readonly quality: number;
  readonly format: ImageFormat;
  /** Whether to rotate the image by its EXIF orientation. */
  readonly upright: boolean;
}

/** Output format by file extension; null for vector formats and documents, which are not converted. */
const FORMATS = named<ImageFormat | null>({
  jpg: 'jpeg',
  jpeg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  tif: 'jpeg',
  tiff: 'jpeg',
  svg: null,
  pdf: null,
  psd: null,
});

/**
 * The output format of a file by its name: null if such files are not raster images, undefined if they are not images.
 */
export function formatOfName(name: string): ImageFormat | null | undefined {
  return FORMATS[endingOf(name)];
}

/** What decides the output format of a file. */
export interface Imaged {
  readonly filenameDisk: string;
  readonly type: string;
}

/**
 * The output format of a file by its name, or by its type if the name does not have the extension of an image: browsers
 * name images that they draw themselves `blob`.
 */
export function formatOfFile({ filenameDisk, type }: Imaged): ImageFormat | null | undefined {
  const named = formatOfName(filenameDisk);
  return named === undefined && type.startsWith('image/') ? formatOfName(`.${endingOfType(type) ?? ''}`) : named;
}

/** The format of a name like `jpg` or `webp`; undefined if it is not an output format. */
export function formatNamed(name: string): ImageFormat | undefined {
  return name === 'tif' || name === 'tiff' ? undefined : (formatOfName(`.${name}`) ?? undefined);
}

/** The name of a variant; equal variants have equal names. */
export function variantName({ width, height, fit, quality, format, upright }: Variant): string {
  return `w${width},h${height},f${fit},q${quality}${upright ? ',upright' : ''}.${format}`;
}
