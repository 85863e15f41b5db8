// Makes cold thumbnails of photos of 12 million pixels, four at a time: with the server, and with the image library
// alone.
// Usage: node bench/thumbnails.mjs (after npm run bench, whose data it uses)
import { join } from 'node:path';
import sharp from 'sharp';
import { photo, upload } from './assets.mjs';
import { serve } from './programs.mjs';

const TOKEN = 'bench-static-token';
const COUNT = 60;
const AT_ONCE = 4;

/** Processes everything, some at a time; returns the rate per second. */
async function perSecond(all, work) {
  const left = [...all];
  const begun = performance.now();
  const worker = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return (all.length / (performance.now() - begun)) * 1000;
}

const { child, port } = await serve(join(import.meta.dirname, 'data'));
const base = `http://127.0.0.1:${port}`;
const bytes = await photo(4000, 3000);
const rows = [];
for (let index = 0; index < COUNT; index++) rows.push(await upload(base, TOKEN, bytes, `photo-${index}.jpg`));

const served = await perSecond(rows, async ({ private_hash: hash }) => {
  const answer = await fetch(`${base}/bench/assets/${hash}?key=directus-medium-crop`);
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.arrayBuffer();
});
sharp.cache(false);
const bare = await perSecond(rows, () => sharp(bytes).rotate().resize(300, 300).jpeg({ quality: 80 }).toBuffer());
console.log(
  `cold thumbnails a second, ${AT_ONCE} at a time: ${served.toFixed(1)}, the image library alone ${bare.toFixed(1)}`,
);
for (const { id } of rows)
  await fetch(`${base}/bench/files/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${TOKEN}` } });
child.kill('SIGTERM');
