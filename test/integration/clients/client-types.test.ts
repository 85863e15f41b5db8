import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript59';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: the file is JavaScript, with types beside it
import { largeQueries, largeTypes } from '../../../bench/client-types.mjs';
import { Application, COMPILERS } from '../../support/typecheck.ts';

const CLIENT = join(import.meta.dirname, '..', '..', '..', 'client');
/** Maximum size of the minified module, compressed. */
const MAX_BYTES = 3.5 * 1024;
const LONG = 300_000;

const application = new Application();
beforeAll(async () => {
  await application.build();
  for (const name of ['demo.ts', 'accepted.ts', 'refused.ts'])
    application.write(name, readFileSync(join(CLIENT, 'test', 'types', name), 'utf8'));
}, LONG);
afterAll(() => application.remove());

describe('the package of the client', () => {
  it('is small and has no dependencies', () => {
    const path = join(application.folder, 'node_modules', '@octavo', 'client', 'index.js');
    expect(gzipSync(readFileSync(path), { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
    expect(readFileSync(path, 'utf8')).not.toMatch(/\bimport\b|\brequire\(/);
    expect(JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'))).not.toHaveProperty('dependencies');
  });
});

describe.each(COMPILERS)('the types of the client, as %s compiles them', (compiler) => {
  it(
    'accept what is right, and refuse what is wrong',
    () => expect(application.compile(compiler, ['accepted.ts', 'refused.ts'], false)).toBe(''),
    LONG,
  );

  it(
    'suggest the nearest name for a wrong one, at any depth',
    () => {
      const wrong = ['titel', 'author.nmae', 'tags.tag.nme'].map(
        (path) => `await db.items('articles').list({ fields: ['id', '${path}'] });`,
      );
      application.write('wrong.ts', [CONNECTED, ...wrong].join('\n'));
      const said = application.compile(compiler, ['wrong.ts']);
      for (const near of ['title', 'author.name', 'tags.tag.name']) expect(said).toContain(`Did you mean '"${near}"'?`);
    },
    LONG,
  );

  it(
    'cope with a project of 120 collections with 840 relations in cycles, and 200 queries',
    () => {
      application.write('large.ts', largeTypes());
      application.write('queries.ts', largeQueries());
      expect(application.compile(compiler, ['large.ts', 'queries.ts'])).toBe('');
    },
    LONG,
  );
});

const CONNECTED = `import { octavo } from '@octavo/client';
import type { Demo } from './demo.ts';
const db = octavo<Demo>('http://127.0.0.1:8055/demo');`;

describe('an editor', () => {
  it.each([
    ['', ['id', 'title', 'author', 'author.name', 'tags.tag', '*'], ['author.mentor.name']],
    ['author.', ['author.name', 'author.mentor.city'], ['title', 'author.mentor.mentor.name']],
    ['tags.tag.', ['tags.tag.name', 'tags.tag.articles.article'], ['tags.id']],
  ])(
    'completes %j with this level and the next',
    (typed, there, absent) => {
      const names = completions(`await db.items('articles').list({ fields: ['id', '${typed}|'] });`);
      expect(names).toEqual(expect.arrayContaining(there));
      expect(names.filter((name) => absent.includes(name))).toEqual([]);
    },
    LONG,
  );
});

/** The completions that an editor's language service offers at `|`. */
function completions(line: string): string[] {
  const source = `${CONNECTED}\n${line}`;
  const path = join(application.folder, 'edited.ts');
  const text = source.replace('|', '');
  const read = (name: string): string | undefined => (name === path ? text : ts.sys.readFile(name));
  const service = ts.createLanguageService({
    getCompilationSettings: () => ({
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      strict: true,
      allowImportingTsExtensions: true,
      types: [],
    }),
    getScriptFileNames: () => [path],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const found = read(name);
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found);
    },
    getCurrentDirectory: () => application.folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: read,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  return service.getCompletionsAtPosition(path, source.indexOf('|'), {})?.entries.map(({ name }) => name) ?? [];
}
