import type { Metadata } from 'sharp';
import { hideTexts } from '../images/hide-texts.ts';
import { imageLibrary } from '../images/library.ts';
import { type Caption, mergeCaptions } from './caption.ts';
import { readExif } from './exif.ts';
import { readHead, type StoredBlob } from './head.ts';
import { readIptc } from './iptc.ts';
import { readXmp } from './xmp.ts';

/** The properties in the header of an image. */
interface Picture extends Caption {
  /** Pixels as stored, regardless of how the camera was held. (Contract, F-9 and F-121.) */
  readonly width: number;
  readonly height: number;
  /** Whether the image is rotated by 90 degrees, so that width and height are swapped when it is shown. */
  readonly isTurned: boolean;
}

/** Formats with the header at the end are read up to this many bytes. */
const WHOLE_BYTES = 32 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

/** Describes an image; null if it cannot be read. */
export async function describePicture({ open, head, size }: StoredBlob): Promise<Picture | null> {
  const early = await readHeader(head);
  if (early || size <= head.length || size > WHOLE_BYTES) return early;
  return readHeader(await readHead(open, size));
}

async function readHeader(bytes: Buffer): Promise<Picture | null> {
  const library = await imageLibrary();
  try {
    const image = library(hideTexts(bytes), { limitInputPixels: false, failOn: 'none', pages: 1 });
    const header = await image.metadata();
    const { width, height, orientation = 1 } = header;
    return { width, height, isTurned: orientation > 4, ...captionOf(bytes, header) };
  } catch {
    return null;
  }
}

/** Texts written by people take precedence over texts written by cameras. (Contract, F-63.) */
function captionOf(bytes: Buffer, { format, iptc, xmp, exif }: Metadata): Caption {
  const own = format === 'tiff' ? bytes : NOTHING;
  return mergeCaptions([readIptc(iptc ?? NOTHING), readXmp(xmp ?? NOTHING), readExif(exif ?? own)]);
}
