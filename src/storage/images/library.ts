import type sharp from 'sharp';

type ImageLibrary = typeof sharp;

/**
 * The enabled decoders: raster formats, from memory. Vector formats, documents and formats that follow links are not
 * enabled.
 */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif', 'Tiff'].map((format) => `VipsForeignLoad${format}Buffer`);

let loading: Promise<ImageLibrary> | undefined;

/** The image library, loaded on first use. It caches nothing, and uses one thread per image. */
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
