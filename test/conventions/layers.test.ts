import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SourceFile, sourcesBelow } from '../support/sources.ts';

/** The rooms of the house; each imports from those before it, and from itself. */
const ROOMS = [
  'shared',
  'errors',
  'config',
  'schema',
  'permissions',
  'patterns',
  'query',
  'dialects',
  'auth',
  'net',
  'storage',
  'mail',
  'extensions',
  'persistence',
  'services',
  'graphql',
  'projects',
  'sample',
  'scim',
  'http',
  'cli',
  'app',
  'main',
];

/** Imports that point the wrong way today, as `file → file`, each with the reason why it may for now. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'config/project-config.ts → dialects/dialect.ts':
    'a type alone: the names of the engines, which configuration files use; they belong in config',
  'cli/serve.ts → app.ts': 'the composition root stands beside the rooms; serving is what puts it to use',
};

interface Import {
  readonly from: string;
  readonly to: string;
}

/** Static and dynamic imports of other files of the server. */
function importsOf({ path, text }: SourceFile): Import[] {
  const found = text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, target = '']) => ({ from: path, to: posix.join(posix.dirname(path), target) }));
}

const roomOf = (path: string): string => path.split(/[/.]/, 1)[0] ?? '';
const arrow = ({ from, to }: Import): string => `${from} → ${to}`;
const sources = sourcesBelow();
const imports = sources.flatMap(importsOf);

describe('the layers of src', () => {
  it('has a place for every file', () => {
    expect(sources.map(({ path }) => path).filter((path) => !ROOMS.includes(roomOf(path)))).toEqual([]);
  });

  it('reads the imports', () => {
    expect(imports.length).toBeGreaterThan(sources.length);
    const paths = new Set(sources.map(({ path }) => path));
    expect(imports.filter(({ to }) => !paths.has(to)).map(arrow)).toEqual([]);
  });

  it('imports from the rooms above only', () => {
    const wrong = imports.filter(({ from, to }) => ROOMS.indexOf(roomOf(to)) > ROOMS.indexOf(roomOf(from)));
    expect(wrong.map(arrow).filter((line) => !(line in EXCEPTIONS))).toEqual([]);
  });

  it('lists no exception that is not needed any more', () => {
    const present = new Set(imports.map(arrow));
    expect(Object.keys(EXCEPTIONS).filter((line) => !present.has(line))).toEqual([]);
  });
});

describe('the stages of a query', () => {
  const closed: readonly [stage: string, to: RegExp][] = [
    ['query/parse/', /^(schema|permissions|query\/(plan|sql|shape))\b/],
    ['query/plan/', /^query\/(sql|shape)\b/],
    ['query/sql/', /^query\/(parse|shape)\b/],
  ];

  it.each(closed)('%s does not look ahead or back', (stage, to) => {
    const wrong = imports.filter(({ from, to: target }) => from.startsWith(stage) && to.test(target));
    expect(wrong.map(arrow)).toEqual([]);
  });
});

describe('SQL', () => {
  /** Who builds trees of SQL, prints them and binds them; installing, adopting and copying read and write tables that are no project's yet. */
  const homes = /^(query|dialects|persistence)\/|^projects\/(install\.ts|adopt\/|copy\/)/;
  /** Files that print statements for now, each with the reason why. */
  const printing: Readonly<Record<string, string>> = {
    'services/items/guard.ts': 'how a write is planned is still part of the use case',
    'services/items/read.ts': 'how a read is bound is still part of the use case',
    'services/items/references.ts': 'how a write is planned is still part of the use case',
    'services/system/permissions.ts': 'rules of system collections ask below the level of items',
  };
  const printsSql = ({ path, text }: SourceFile): boolean =>
    importsOf({ path, text }).some(({ to }) => /^(query\/sql\/|dialects\/bind\.ts$)/.test(to)) ||
    /\bprinter\b/.test(text);
  const printers = sources.filter(printsSql).map(({ path }) => path);

  it('is made in the kernel alone', () => {
    expect(printers.filter((path) => !homes.test(path) && !(path in printing))).toEqual([]);
  });

  it('lists no exception that is not needed any more', () => {
    expect(Object.keys(printing).filter((path) => !printers.includes(path))).toEqual([]);
  });
});

describe('drivers and frameworks', () => {
  const homes: readonly [library: RegExp, home: RegExp][] = [
    [/^(@photostructure\/sqlite|mysql2|postgres)/, /^dialects\//],
    [/^fastify/, /^(http|app)/],
    [/^commander/, /^cli\//],
    [/^graphql/, /^(graphql|http\/routes\/graphql)/],
    [/^openid-client/, /^auth\/sso\//],
  ];

  it.each(homes)('%s is imported in its own room only', (library, home) => {
    const users = sources.filter(({ text }) =>
      [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'.][^']*)'/g)].some(([, name = '']) => library.test(name)),
    );
    expect(users.map(({ path }) => path).filter((path) => !home.test(path))).toEqual([]);
  });
});
