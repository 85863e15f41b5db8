// Measures the server beside its floor: CPU milliseconds per request and requests per second.
// Usage: npm run bench [-- --rounds 5] [--only "SQLite list"] [--check] [--save], or npm run bench -- introspect
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { measuredAgain, saveBaseline, worseThanBaseline } from './baseline.mjs';
import { compare } from './compare.mjs';
import { options } from './options.mjs';
import { picture } from './picture.mjs';
import { readCases } from './reads.mjs';
import { announce, conclude, report } from './report.mjs';
import { writeCases } from './writes.mjs';

if (process.argv[2] === 'introspect') {
  await import('./introspect.mjs');
  process.exit();
}

const results = [];

/** Measures what a generator of cases yields; its programs run until it is asked for the next. */
async function measureAll(cases) {
  for await (const { measure, ...entry } of cases) {
    const again = () => compare(measure);
    const first = await again();
    const result = { ...entry, ...(options.check ? await measuredAgain(entry, again, first) : first) };
    report(result);
    results.push(result);
  }
}

announce();
await measureAll(readCases());
await measureAll(writeCases());
conclude(results);
if (options.save) {
  saveBaseline(results);
  writeFileSync(join(import.meta.dirname, '..', 'docs', 'performance.svg'), picture(results));
}
const worse = options.check ? worseThanBaseline(results) : [];
for (const line of worse) console.log(`worse: ${line}`);
process.exit(worse.length > 0 ? 1 : 0);
