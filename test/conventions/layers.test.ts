import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type SourceFile, sourcesBelow } from '../support/sources.ts';

/** The rooms of the house; each imports from those before it, and from itself. */
const ROOMS = [
  'shared',
  'errors',
  'config',
  'patterns',
  'schema',
  'permissions',
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

describe('the patterns of users', () => {
  it('are entered by one door', () => {
    const inside = imports.filter(({ from, to }) => roomOf(to) === 'patterns' && roomOf(from) !== 'patterns');
    expect(inside.filter(({ to }) => to !== 'patterns/pattern.ts').map(arrow)).toEqual([]);
    expect(inside.length).toBeGreaterThan(0);
  });

  it('are translated without any engine', () => {
    const wrong = imports.filter(({ from, to }) => from.startsWith('patterns/php/') && !to.startsWith('patterns/php/'));
    expect(wrong.map(arrow)).toEqual([]);
  });
});

describe('drivers and frameworks', () => {
  const homes: readonly [library: RegExp, home: RegExp][] = [
    [/^(@photostructure\/sqlite|mysql2|postgres)/, /^dialects\//],
    [/^fastify/, /^(http|app)/],
    [/^commander/, /^cli\//],
    [/^graphql/, /^(graphql|http\/routes\/graphql)/],
    [/^openid-client/, /^auth\/sso\//],
    [/^re2js/, /^patterns\/engines\//],
  ];

  it.each(homes)('%s is imported in its own room only', (library, home) => {
    const users = sources.filter(({ text }) =>
      [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^'.][^']*)'/g)].some(([, name = '']) => library.test(name)),
    );
    expect(users.map(({ path }) => path).filter((path) => !home.test(path))).toEqual([]);
  });
});
