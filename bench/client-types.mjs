#!/usr/bin/env node
// Measures how long the compilers take for the types of a large project: 120 collections of 31 fields with 840
// relations in cycles, and 200 queries. Each query is in a function of its own, as in applications: in one long block,
// compilers look for `db` through every question mark since its declaration, whatever its type. Build the client first:
// npm run build -w @octavo/client
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const COLLECTIONS = 120;
const PLAIN = 27;
const ONE = 3;
const MANY = 4;
const QUERIES = 200;

const range = (count) => Array.from({ length: count }, (_, at) => at);
const name = (at) => `collection_${at % COLLECTIONS}`;
/** Far and near targets, so that following the relations leads back. */
const target = (at, by) => name(at * 7 + by * 31 + 1);

/** The types of a large project, as the server writes them. */
export function largeTypes() {
  const collections = range(COLLECTIONS).map((at) => {
    const plain = range(PLAIN).map(
      (field) => `      field_${field}: ${['string', 'number', 'boolean'][field % 3]} | null;`,
    );
    const keys = range(ONE).map((by) => `      one_${by}: number | null;`);
    const one = range(ONE).map((by) => `      one_${by}: '${target(at, by)}';`);
    const many = range(MANY).map((by) => `      many_${by}: ['${target(at, by + ONE)}', 'one_0'];`);
    return `  ${name(at)}: {\n    key: 'id';\n    fields: {\n      id: number;\n${[...plain, ...keys].join('\n')}\n    };\n    one: {\n${one.join('\n')}\n    };\n    many: {\n${many.join('\n')}\n    };\n    write: {};\n    required: 'field_0';\n    noCreate: never;\n    noUpdate: never;\n  };\n`;
  });
  return `export interface Large {\n${collections.join('')}}\n`;
}

/** Queries and writes that use them. */
export function largeQueries() {
  const queries = range(QUERIES).map(
    (at) => `export async function query_${at}(): Promise<void> {
  const rows = await db.items('${name(at)}').list({
    fields: ['id', 'field_1', 'one_0.field_0', 'many_1.one_2.field_2', 'one_1.one_1.many_0.field_3'],
    filter: { field_1: { gte: ${at} }, one_0: { field_0: 'x', many_1: { one_2: { field_2: true } } } },
    sort: ['-field_1', 'id'],
  });
  const first: string | null | undefined = rows[0]?.one_0?.field_0;
  const far: boolean | null | undefined = rows[0]?.many_1[0]?.one_2?.field_2;
  await db.items('${name(at)}').update(1, { field_0: first ?? null, one_0: { field_2: far ?? null } });
}`,
  );
  return `import { octavo } from '@octavo/client';\nimport type { Large } from './large.ts';\n\nconst db = octavo<Large>('http://127.0.0.1:8055/large');\n${queries.join('\n')}\n`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const folder = join(root, '.cache', 'client-types');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'large.ts'), largeTypes());
  writeFileSync(join(folder, 'queries.ts'), largeQueries());
  const compilerOptions = {
    ...{ target: 'es2022', lib: ['es2023', 'dom'], module: 'nodenext', moduleResolution: 'nodenext', types: [] },
    ...{
      strict: true,
      noUncheckedIndexedAccess: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      skipLibCheck: true,
    },
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['large.ts', 'queries.ts'] }));
  for (const compiler of ['typescript', 'typescript59']) {
    const tsc = join(root, 'node_modules', compiler, 'bin', 'tsc');
    const { stdout, status } = spawnSync(process.execPath, [tsc, '-p', folder, '--extendedDiagnostics'], {
      encoding: 'utf8',
    });
    const lines = stdout
      .split('\n')
      .filter((line) => /error|^(Instantiations|Check time|Total time|Memory used)/.test(line));
    process.stdout.write(`${compiler}, status ${status}\n  ${lines.slice(0, 20).join('\n  ')}\n`);
  }
}
