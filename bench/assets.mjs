// A photo and its thumbnail in the benchmark's project, to measure how cached images are sent.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const KEY = 'directus-medium-crop';

/** A photo with the given number of pixels per side, and with realistic noise. */
export function photo(width, height) {
  const noise = { type: 'gaussian', mean: 128, sigma: 25 };
  return sharp({ create: { width, height, channels: 3, background: '#467', noise } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

/** Uploads an image; returns its row. */
export async function upload(base, token, bytes, name, project = 'bench') {
  const form = new FormData();
  form.append('data', new Blob([bytes]), name);
  const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
  const answer = await fetch(`${base}/${project}/files`, { method: 'POST', headers, body: form });
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.json()).data;
}

/** Requests a thumbnail; returns its path on the server, and the path of its file for the floor. */
export async function cachedThumbnail(base, token, uploads, project) {
  const row = await upload(base, token, await photo(1600, 1200), 'photo.jpg', project);
  const path = `/${project}/assets/${row.private_hash}?key=${KEY}`;
  const answer = await fetch(base + path, { headers: { Connection: 'close' } });
  if (answer.status !== 200) throw new Error(await answer.text());
  await answer.arrayBuffer();
  const folder = join(uploads, project, 'generated', row.filename_disk);
  return { server: path, floor: `/file/${encodeURIComponent(join(folder, readdirSync(folder)[0]))}` };
}
