#!/usr/bin/env node
// Starts the server several times, and prints the CPU time that it took until it had answered its first request.
// Usage: node bench/start.mjs [times] (after npm run bench, whose data it uses). The Node that runs this is measured.
import { once } from 'node:events';
import { join } from 'node:path';
import { median } from './compare.mjs';
import { cpuOf, serve } from './programs.mjs';

const times = Number(process.argv[2] ?? 15);
process.setMaxListeners(times + 10);
const rows = [];
for (let start = 0; start < times; start++) {
  const begun = performance.now();
  const program = await serve(join(import.meta.dirname, 'data'));
  const listening = cpuOf(program);
  const answer = await fetch(`http://127.0.0.1:${program.port}/bench/items/articles?limit=1`, {
    headers: { Authorization: 'Bearer bench-reader-token' },
  });
  await answer.arrayBuffer();
  rows.push({ listening, answered: cpuOf(program), ms: performance.now() - begun });
  program.child.kill('SIGTERM');
  await once(program.child, 'exit');
}
const of = (name) => `${Math.round(median(rows.map((row) => row[name])))} ms`;
console.log(
  `${process.version}: CPU until it listens ${of('listening')}, until it has answered ${of('answered')}, which took ${of('ms')}`,
);
