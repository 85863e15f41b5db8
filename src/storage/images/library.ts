import type sharp from 'sharp';

type ImageLibrary = typeof sharp;

/** Decoders that may be used: those of pixels, out of memory. Drawings, documents and whatever follows links are not among them. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`);

let loading: Promise<ImageLibrary> | undefined;

/** The image library, loaded when it is first needed. It keeps nothing, and uses one thread for an image. */
export function imageLibrary(): Promise<ImageLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ImageLibrary> {
  const { default: library } = await import('sharp');
  library.cache(false);
  library.concurrency(1);
  library.block({ operation: ['VipsForeignLoad'] });
  library.unblock({ operation: DECODERS });
  return library;
}
