// Reads items while 50 cold thumbnails of photos of 12 million pixels are made, and without that.
// Usage: node bench/p99.mjs (after npm run bench, whose data it uses)
import { join } from 'node:path';
import { photo, upload } from './assets.mjs';
import { serve } from './programs.mjs';
import { quiet, reading, show } from './readers.mjs';

const TOKEN = 'bench-static-token';
const { child, port } = await serve(join(import.meta.dirname, 'data'));
const base = `http://127.0.0.1:${port}`;
const list = `${base}/bench/items/articles?limit=25`;

const bytes = await photo(4000, 3000);
const rows = [];
for (let index = 0; index < 50; index++) rows.push(await upload(base, TOKEN, bytes, `photo-${index}.jpg`));
const cold = () =>
  Promise.all(
    rows.map(async ({ private_hash: hash }) => {
      const answer = await fetch(`${base}/bench/assets/${hash}?key=directus-large-contain`);
      if (answer.status !== 200) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }),
  );
await reading(list, TOKEN, () => quiet(5000));
show('quiet', await reading(list, TOKEN, () => quiet(5000)));
const begun = performance.now();
show('50 cold thumbnails', await reading(list, TOKEN, cold));
console.log(`made in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
for (const { id } of rows)
  await fetch(`${base}/bench/files/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${TOKEN}` } });
child.kill('SIGTERM');
