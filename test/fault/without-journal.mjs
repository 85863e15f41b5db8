// The server with the journal switched off, to show that fault tests detect its absence.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '../../scripts/bundle.mjs';

// Within the repository, so that the packages are found.
const folder = mkdtempSync(join(import.meta.dirname, '../../.cache/without-journal-'));
await bundle({ dialect: 'src/dialects/mysql/dialect.ts', main: 'src/main.ts' }, folder);
const load = (name) => import(pathToFileURL(join(folder, `${name}.js`)).href);
const { mysql } = await load('dialect');
const { open } = mysql;
mysql.open = async (address) => Object.assign(await open(address), { withSchemaLock: undefined });
await load('main');
