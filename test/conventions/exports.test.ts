import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../support/built.ts';

/** Exports that only tests use, as a file or as `file: name`, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/schema/table-source.ts: ColumnSource': 'golden tables of tests describe their collections by it',
  'src/extensions/types.ts': 'what the authors of extensions read',
};

interface Source {
  readonly path: string;
  readonly text: string;
}

const sources: readonly Source[] = ['src', 'bench', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs)$/.test(name))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') })),
);

const exported = ({ path, text }: Source): string[] =>
  [
    ...text.matchAll(
      /^export (?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|class|interface|type|let) (\w+)/gm,
    ),
  ].map(([, name]) => `${path}: ${name}`);

/** The names that a file imports, by `import … from`, `{ … } = await import(…)` or `(await import(…)).name`. */
function imported({ path, text }: Source): string[] {
  const from = text.matchAll(/\{([^{}]*)\}\s*(?:from|= await import\()\s*'(\.[^']+)'/g);
  const member = text.matchAll(/import\(\s*'(\.[^']+)'\)\)\.(\w+)/g);
  const all = [...from, ...[...member].map(([whole, target = '', name = '']) => [whole, name, target])];
  return all.flatMap(([, names = '', target = '']) => {
    const file = posix.join(posix.dirname(path), target);
    return names.split(',').map(
      (name) =>
        `${file}: ${
          name
            .trim()
            .replace(/^type /, '')
            .split(/ as |:/, 1)[0]
        }`,
    );
  });
}

const used = new Set(sources.flatMap(imported));
const unused = sources
  .filter(({ path }) => path.startsWith('src/'))
  .flatMap(exported)
  .filter((entry) => !used.has(entry));
const isExcepted = (entry: string): boolean => entry in EXCEPTIONS || (entry.split(':', 1)[0] ?? '') in EXCEPTIONS;

it('everything that a file exports is used by another file of the server', () => {
  expect(sources.flatMap(exported).length).toBeGreaterThan(1000);
  expect(unused.filter((entry) => !isExcepted(entry))).toEqual([]);
});

it('no listed exception is unnecessary', () => {
  const needed = Object.keys(EXCEPTIONS).filter((entry) => unused.some((each) => each.startsWith(entry)));
  expect(Object.keys(EXCEPTIONS)).toEqual(needed);
});
