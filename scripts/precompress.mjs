// Compresses the files of a build once, so that the server never has to.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

/** Other files are compressed in themselves. */
const TEXTS = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;

const CODINGS = [
  ['.br', (bytes) => promisify(brotliCompress)(bytes, brotliOptions(bytes.length))],
  ['.gz', (bytes) => promisify(gzip)(bytes, { level: 9 })],
];

const brotliOptions = (size) => ({
  params: { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_SIZE_HINT]: size },
});

/** Writes `.br` and `.gz` files beside the texts in a folder, where they are smaller. */
export async function precompress(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && TEXTS.test(entry.name));
  await Promise.all(texts.map(({ parentPath, name }) => compress(join(parentPath, name))));
}

async function compress(file) {
  const bytes = await readFile(file);
  for (const [ending, coded] of CODINGS) {
    const smaller = await coded(bytes);
    if (smaller.length < bytes.length) await writeFile(file + ending, smaller);
  }
}
