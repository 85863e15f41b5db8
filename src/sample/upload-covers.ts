import type { Context } from '../persistence/context.ts';
import { EVERYTHING } from '../query/parse/query.ts';
import { createFromData } from '../services/files/create.ts';
import { slugify } from '../shared/slug.ts';
import { imageLibrary } from '../storage/images/library.ts';
import { articles } from './magazine/articles.ts';
import { COVER, drawCover } from './magazine/covers.ts';

/** Draws and uploads a cover for each article of the magazine. Returns the keys of the files, in the same order. */
export async function uploadCovers(context: Context): Promise<unknown[]> {
  const library = await imageLibrary();
  const keys: unknown[] = [];
  for (const [index, { title, tags }] of articles.entries()) {
    const pixels = drawCover(tags[0]?.tag ?? 1, index + 1);
    const image = await library(pixels, { raw: COVER }).jpeg({ quality: 82 }).toBuffer();
    const name = `${slugify(title)}.jpg`;
    const file = { filename_download: name, title, data: image.toString('base64') };
    const created = await createFromData(context, file, EVERYTHING);
    if (created && !Array.isArray(created.data)) keys.push(created.data.id);
  }
  return keys;
}
