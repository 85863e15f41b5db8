import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const DIST = join(import.meta.dirname, '../../studio/dist');
const KB = 1024;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

const manifest = (): Readonly<Record<string, Chunk>> =>
  JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'));

/** The files that a page loads before it is shown: its chunks with all of their imports, and their styles. */
function loadedBy(names: readonly string[]): ReadonlySet<string> {
  const chunks = manifest();
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = chunks[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const style of chunk.css ?? []) files.add(style);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const name of names) add(name);
  return files;
}

const zipped = (file: string): number => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
const weight = (names: readonly string[]): number => [...loadedBy(names)].reduce((sum, file) => sum + zipped(file), 0);

const SHELL = ['index.html', 'src/i18n/en/app.ts', 'src/shell/project.vue'];
/** Pages for editing have texts of their own. */
const FORMS = 'src/i18n/en/forms.ts';
const PAGES = [
  'home/home.vue',
  'list/list.vue',
  'item/item.vue',
  'files/files.vue',
  'me/me.vue',
  'people/people.vue',
  'activity/activity.vue',
  'settings/settings.vue',
  'data-model/data-model.vue',
  'jobs/jobs.vue',
  'developer/developer.vue',
  'fleet/fleet.vue',
];

it('signing in takes at most 60 KB', () => {
  expect(weight(['index.html', 'src/i18n/en/entry.ts', 'src/entry/sign-in.vue'])).toBeLessThanOrEqual(60 * KB);
});

it.each(PAGES)('the first load of %s takes at most 150 KB', (page) => {
  expect(loadedBy([`src/${page}`]).size).toBeGreaterThan(0);
  const texts = /^(home|list)/.test(page) ? [] : [FORMS];
  expect(weight([...SHELL, ...texts, `src/${page}`])).toBeLessThanOrEqual(150 * KB);
});

it('no chunk that is loaded later takes more than 140 KB', () => {
  const heavy = Object.values(manifest()).filter(({ file }) => file.endsWith('.js') && zipped(file) > 140 * KB);
  expect(heavy.map(({ file }) => file)).toEqual([]);
});

it('the fonts take at most 60 KB', () => {
  const folder = join(DIST, 'assets');
  expect(existsSync(folder)).toBe(true);
  const sizes = readdirSync(folder)
    .filter((name) => name.endsWith('.woff2'))
    .map((name) => statSync(join(folder, name)).size);
  expect(sizes.length).toBe(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60 * KB);
});
