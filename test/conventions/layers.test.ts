import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groupBy } from '../../src/shared/group-by.ts';
import { type SourceFile, sourcesBelow } from '../support/sources.ts';

/** The rooms, in order; each imports only from earlier ones, and from itself. */
const ROOMS = [
  'shared',
  'errors',
  'config',
  'patterns',
  'schema',
  'permissions',
  'query',
  'typings',
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
  'wire',
  'openapi',
  'http',
  'cli',
  'app',
  'main',
];

/** Imports that point the wrong way today, as `file → file`, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'cli/serve.ts → app.ts': 'the composition root stands beside the rooms; serving is what puts it to use',
};

/** The folders of services, in order; each imports only from earlier ones, and from itself. */
const SERVICES: readonly string[] = [
  'hooks',
  'mail',
  'retention',
  'strict',
  'system',
  'webhooks',
  'items',
  'activity',
  'auth',
  'mentions',
  'fields',
  'files',
  'import',
  'permissions',
  'revisions',
  'schema-changes',
  'schema-plan',
  'assets',
  'collections',
  'backups',
  'jobs',
  'schedules',
  'previews',
  'tasks',
  'consumers',
  'outbox',
  'users',
  'keys',
  'project',
  'settings',
];

/** Folders of services that no room above enters, each with the reason. */
const INNER_FOLDERS: Readonly<Record<string, string>> = {
  system: 'the rules of system collections are steps of writes, asked for by name',
};

/** Files whose types refer to one another. A scope has a store, whose use cases take a scope. */
const KNOT = ['context', 'source', 'store', 'transaction'].map((name) => `persistence/${name}.ts`);

interface Import {
  readonly from: string;
  readonly to: string;
  /** Whether it is erased at run time. */
  readonly isType: boolean;
}

/** Static and dynamic imports of other files of the server. */
function importsOf({ path, text }: SourceFile): Import[] {
  const found = text.matchAll(/(?:^(?:im|ex)port\b([^';]*?)\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/gm);
  return [...found].map(([, names = '', target = '']) => ({
    from: path,
    to: posix.join(posix.dirname(path), target),
    isType: /^\s*type\b/.test(names) || /^\s*\{(?:\s*type\s[^,}]*,?)+\s*\}\s*$/.test(names),
  }));
}

const roomOf = (path: string): string => path.split(/[/.]/, 1)[0] ?? '';
const arrow = ({ from, to }: Import): string => `${from} → ${to}`;
const sources = sourcesBelow();
const imports = sources.flatMap(importsOf);

describe('the layers of src', () => {
  it('have a place for every file', () => {
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

  it('list no unnecessary exception', () => {
    const present = new Set(imports.map(arrow));
    expect(Object.keys(EXCEPTIONS).filter((line) => !present.has(line))).toEqual([]);
  });
});

describe('cycles of imports', () => {
  it('do not exist at run time', () => {
    expect(cyclesOf(imports.filter(({ isType }) => !isType))).toEqual([]);
  });

  it('are none of types either, but for the store and what is done with it', () => {
    expect(cyclesOf(imports).map((cycle) => cycle.toSorted())).toEqual([KNOT]);
  });

  it('are detected', () => {
    const chain = (...paths: string[]): Import[] =>
      paths.slice(1).map((to, index) => ({ from: paths[index] ?? '', to, isType: false }));
    expect(cyclesOf(chain('a', 'b', 'c'))).toEqual([]);
    expect(cyclesOf([...chain('a', 'b', 'c', 'b'), ...chain('c', 'd')])).toEqual([['c', 'b']]);
  });
});

describe('the folders of services', () => {
  const folderOf = (path: string): string => path.split('/')[1] ?? '';
  const inServices = (path: string): boolean => roomOf(path) === 'services';

  it('have a place for every file', () => {
    const folders = new Set(
      sources
        .map(({ path }) => path)
        .filter(inServices)
        .map(folderOf),
    );
    expect([...folders].sort()).toEqual([...SERVICES].sort());
  });

  it('import from those before them only', () => {
    const pairs = new Set(
      imports
        .filter(({ from, to }) => inServices(from) && inServices(to))
        .map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
        .filter(([from, to]) => SERVICES.indexOf(to) > SERVICES.indexOf(from))
        .map(([from, to]) => `${from} → ${to}`),
    );
    expect([...pairs]).toEqual([]);
  });

  it('are each entered from a room above', () => {
    const entered = new Set(imports.filter(({ from }) => !inServices(from)).map(({ to }) => to));
    const doors = new Set([...entered].filter(inServices).map(folderOf));
    expect(SERVICES.filter((folder) => !doors.has(folder))).toEqual(Object.keys(INNER_FOLDERS));
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
  /**
   * The folders that build, print and bind SQL trees. Installing, adopting and copying read and write tables before
   * they belong to a project.
   */
  const homes = /^(query|dialects|persistence)\/|^projects\/(install\.ts|adopt\/|copy\/)/;
  const printsSql = ({ path, text }: SourceFile): boolean =>
    importsOf({ path, text }).some(({ to }) => /^(query\/sql\/|dialects\/bind\.ts$)/.test(to)) ||
    /\bprinter\b/.test(text);
  const printers = sources.filter(printsSql).map(({ path }) => path);

  it('is built in the kernel only', () => {
    expect(printers.filter((path) => !homes.test(path))).toEqual([]);
  });
});

describe('the patterns of users', () => {
  it('have one entry point', () => {
    const inside = imports.filter(({ from, to }) => roomOf(to) === 'patterns' && roomOf(from) !== 'patterns');
    expect(inside.filter(({ to }) => to !== 'patterns/pattern.ts').map(arrow)).toEqual([]);
    expect(inside.length).toBeGreaterThan(0);
  });

  it('are translated without any engine', () => {
    const isPure = (path: string): boolean => /^(patterns\/php|shared)\//.test(path);
    const wrong = imports.filter(({ from, to }) => from.startsWith('patterns/php/') && !isPure(to));
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

/** The groups of files that import each other, by Tarjan's algorithm. */
function cyclesOf(edges: readonly Import[]): string[][] {
  const graph = groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[][] = [];
  const visit = (path: string): void => {
    order.set(path, order.size);
    lowest.set(path, order.size - 1);
    open.push(path);
    for (const { to } of graph.get(path) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) lowest.set(path, Math.min(lowest.get(path) ?? 0, lowest.get(to) ?? 0));
    }
    if (lowest.get(path) !== order.get(path)) return;
    const cycle = open.splice(open.indexOf(path)).reverse();
    if (cycle.length > 1) cycles.push(cycle);
  };
  for (const path of graph.keys()) if (!order.has(path)) visit(path);
  return cycles;
}
