// Measures how much of what requests allocate is promoted to the old generation, while 32 connections read short lists.
// Usage: node bench/promoted.mjs (after npm run bench, whose data it uses)
import { join } from 'node:path';
import { drive } from './client.mjs';
import { engines } from './engines.mjs';
import { end, start } from './programs.mjs';

const MS = 4_000;
const SCAVENGE = /Scavenge ([\d.]+) \([\d.]+\) -> ([\d.]+) \([\d.]+\) MB, ([\d.]+)/g;
const headers = 'Authorization: Bearer bench-reader-token\r\n';

/** The scavenges of a server under load: the sizes of the heap before and after, in MB, and milliseconds. */
async function scavengesOf({ data, project }) {
  const args = ['--trace-gc', 'dist/main.js', 'serve', '--data', data, '--port', '0'];
  const server = await start(args, { OCTAVO_RESPONSE_CACHE: '0' });
  const paths = [`/${project}/items/articles?limit=5`];
  await drive(server.port, paths, { connections: 32, ms: MS, headers });
  let printed = '';
  server.child.stdout.on('data', (text) => {
    printed += text;
  });
  await drive(server.port, paths, { connections: 32, ms: MS, headers });
  await end(server);
  return [...printed.matchAll(SCAVENGE)].map((match) => match.slice(1).map(Number));
}

function summaryOf(scavenges) {
  const pairs = scavenges
    .slice(1)
    .map(([before, after], index) => [before - scavenges[index][1], after - scavenges[index][1]]);
  const allocated = pairs.reduce((sum, [more]) => sum + Math.max(0, more), 0);
  const promoted = pairs.reduce((sum, [, kept]) => sum + Math.max(0, kept), 0);
  const ms = scavenges.reduce((sum, [, , took]) => sum + took, 0) / scavenges.length;
  return `${((promoted / allocated) * 100).toFixed(1)} % promoted, ${scavenges.length} scavenges of ${ms.toFixed(2)} ms`;
}

for (const { name, open } of engines) {
  const opened = await open(join(import.meta.dirname, 'data'));
  if (!opened) continue;
  console.log(`${name}: ${summaryOf(await scavengesOf(opened))}`);
  await opened.stop();
}
