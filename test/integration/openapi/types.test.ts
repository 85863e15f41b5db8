import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../../support/built.ts';
import { makeEveryType } from '../../support/every-type.ts';
import { harnessOn } from '../../support/on-every-engine.ts';

const TOOL = join(ROOT, 'test/tools/openapi-types/node_modules/openapi-typescript/bin/cli.js');
const COMPILER = join(ROOT, 'node_modules/typescript/lib/tsc.js');

/** Uses of the types that have to compile, and in lines with a comment, ones that must not. */
const USES = `
import type { components, paths } from './api.ts';

type Thing = components['schemas']['things'];
type Lists = paths['/items/things']['get']['responses'][200]['content']['application/json'];

const thing: Thing = { id: 1, mood: 'calm', big: '7', tags: ['angry'], shelf: { name: 'top' }, labels: [{ label: 3 }] };
const list: Lists = { data: [thing] };
const created: components['schemas']['things.create'] = { title: 'A', labels: [{ label: { name: 'new' } }] };
// @ts-expect-error a title is required
const untitled: components['schemas']['things.create'] = { mood: 'calm' };
// @ts-expect-error this is no choice
const moody: Thing = { mood: 'sad' };
// @ts-expect-error this is filled in by the server
const owned: components['schemas']['things.create'] = { title: 'A', made_on: '' };
export const all = [list, created, untitled, moody, owned];
`;

const FLAGS = ['--noEmit', '--strict', '--allowImportingTsExtensions', '--module', 'nodenext', '--types', ''];

function outputOf(...parts: readonly string[]): { readonly status: number | null; readonly stdout: string } {
  const { status, stdout } = spawnSync(process.execPath, parts, { cwd: folder, encoding: 'utf8' });
  return { status, stdout };
}

const { project } = harnessOn('sqlite');
const folder = mkdtempSync(join(tmpdir(), 'octavo-types-'));
beforeAll(() => makeEveryType(project));
afterAll(() => rmSync(folder, { recursive: true }));

it('become types that compile, and describe the values of fields', async () => {
  const { text } = await project.ask('GET', '/openapi.json?system=1');
  writeFileSync(join(folder, 'openapi.json'), text);
  writeFileSync(join(folder, 'uses.ts'), USES);
  expect(outputOf(TOOL, 'openapi.json', '-o', 'api.ts')).toMatchObject({ status: 0 });
  expect(outputOf(COMPILER, ...FLAGS, 'uses.ts')).toEqual({ status: 0, stdout: '' });
}, 60_000);
