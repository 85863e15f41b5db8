// Measures the server against its floor: CPU milliseconds per request and requests per second.
// Usage: npm run bench [-- --passes 3] [--rounds 6] [--only "SQLite list"] [--check] [--save], or npm run bench --
// introspect
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { saveBaseline, worseThanBaseline } from './baseline.mjs';
import { measured } from './measure.mjs';
import { options } from './options.mjs';
import { picture } from './picture.mjs';
import { readSettings } from './reads.mjs';
import { announce, conclude, report } from './report.mjs';
import { writeSettings } from './writes.mjs';

if (process.argv[2] === 'introspect') {
  await import('./introspect.mjs');
  process.exit();
}

const results = [];

async function measureAll(settings) {
  for await (const setting of settings) {
    for (const result of await measured(setting)) {
      report(result);
      results.push(result);
    }
  }
}

announce();
await measureAll(readSettings());
await measureAll(writeSettings());
conclude(results);
if (options.save) {
  saveBaseline(results);
  writeFileSync(join(import.meta.dirname, '..', 'docs', 'performance.svg'), picture(results));
}
const worse = options.check ? worseThanBaseline(results) : [];
for (const line of worse) console.log(`worse: ${line}`);
process.exit(worse.length > 0 ? 1 : 0);
