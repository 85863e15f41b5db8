// Repeats one search over 48 connections while an item of the collection is changed twice a second.
// Usage: node bench/herd.mjs (after npm run bench, whose data it uses)
import { join } from 'node:path';
import { serve } from './programs.mjs';
import { quiet, reading, show } from './readers.mjs';

const TOKEN = 'bench-static-token';
const CONNECTIONS = 48;
const CHANGES = 20;
const { child, port } = await serve(join(import.meta.dirname, 'data'));
const base = `http://127.0.0.1:${port}/bench/items/articles`;
const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };

async function changes() {
  for (let change = 0; change < CHANGES; change++) {
    await quiet(500);
    const body = JSON.stringify({ title: `Change ${change}` });
    const answer = await fetch(`${base}/1`, { method: 'PATCH', headers, body });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.arrayBuffer();
  }
}

const search = `${base}?q=lantern+kiln&limit=25&meta=filter_count`;
await reading(search, TOKEN, () => quiet(2000));
const begun = performance.now();
const times = await reading(search, TOKEN, changes, CONNECTIONS);
show('repeated search', times);
console.log(`${Math.round((times.length / (performance.now() - begun)) * 1000)} a second`);
child.kill('SIGTERM');
