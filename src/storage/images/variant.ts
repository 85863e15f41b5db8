import { endingOf } from '../../shared/media-types.ts';

/** Formats in which images are made. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** `crop` fills the box and cuts what does not fit; `contain` fits into the box whole. Both grow small images. */
export type Fit = 'crop' | 'contain';

/** One of the forms in which an image can be had. */
export interface Variant {
  /** Pixels of the box. */
  readonly width: number;
  readonly height: number;
  readonly fit: Fit;
  /** 0 to 100; formats without loss do not have any. */
  readonly quality: number;
  readonly format: ImageFormat;
  /** The image is turned as the camera was held; else it stays as it is stored. */
  readonly upright: boolean;
}

/** What is made of files by their endings. Drawings and documents have none: nothing is made of them. */
const FORMATS: Readonly<Record<string, ImageFormat | null>> = {
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
};

/** The format of what is made of a file, by its name: null where such files are no pixels, undefined where they are no images. */
export function formatOfName(name: string): ImageFormat | null | undefined {
  return FORMATS[endingOf(name)];
}

/** The format of a name like `jpg` or `webp`; undefined where images are not made in it. */
export function formatNamed(name: string): ImageFormat | undefined {
  return name === 'tif' || name === 'tiff' ? undefined : (formatOfName(`.${name}`) ?? undefined);
}

/** The name of a variant: equal variants have equal ones. */
export function variantName({ width, height, fit, quality, format, upright }: Variant): string {
  return `w${width},h${height},f${fit},q${quality}${upright ? ',upright' : ''}.${format}`;
}
