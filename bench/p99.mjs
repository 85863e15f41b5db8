// Reads items while 50 cold thumbnails of photos of 12 million pixels are made, and beside that in quiet.
// Usage: node bench/p99.mjs (after npm run bench, whose data it takes)
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { photo, upload } from './assets.mjs';

const TOKEN = 'bench-static-token';
const root = join(import.meta.dirname, '..');
const args = ['dist/main.js', 'serve', '--data', join(root, 'bench', 'data'), '--port', '0', '--log-level', 'silent'];
const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
let printed = '';
while (!/(\d{4,5})\s*$/m.test(printed)) printed += String((await once(child.stdout, 'data'))[0]);
const base = `http://127.0.0.1:${/(\d{4,5})\s*$/m.exec(printed)[1]}`;

async function read(until) {
  const times = [];
  const headers = { Authorization: `Bearer ${TOKEN}` };
  while (!until.done) {
    const begun = performance.now();
    await (await fetch(`${base}/bench/items/articles?limit=25`, { headers })).arrayBuffer();
    times.push(performance.now() - begun);
  }
  return times.sort((a, b) => a - b);
}

const show = (name, times) => {
  const at = (share) => times[Math.floor(times.length * share)].toFixed(1);
  console.log(`${name}: ${times.length} reads, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`);
};

async function reading(work) {
  const until = { done: false };
  const readers = [read(until), read(until)];
  await work();
  until.done = true;
  return (await Promise.all(readers)).flat().sort((a, b) => a - b);
}

const bytes = await photo(4000, 3000);
const rows = [];
for (let index = 0; index < 50; index++) rows.push(await upload(base, TOKEN, bytes, `photo-${index}.jpg`));
const quiet = () => new Promise((done) => setTimeout(done, 5000));
const cold = () =>
  Promise.all(
    rows.map(async ({ private_hash: hash }) => {
      const answer = await fetch(`${base}/bench/assets/${hash}?key=directus-large-contain`);
      if (answer.status !== 200) throw new Error(await answer.text());
      await answer.arrayBuffer();
    }),
  );
await reading(quiet);
show('quiet', await reading(quiet));
const begun = performance.now();
show('50 cold thumbnails', await reading(cold));
console.log(`made in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
for (const { id } of rows)
  await fetch(`${base}/bench/files/${id}`, { method: 'DELETE', headers: { Authorization: `Bearer ${TOKEN}` } });
child.kill('SIGTERM');
