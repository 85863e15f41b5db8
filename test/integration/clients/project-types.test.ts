import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtMain } from '../../support/built.ts';
import { harnessOn, isAtHand, onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../../support/project.ts';
import { ServerProcess } from '../../support/server-process.ts';
import { Application, COMPILERS } from '../../support/typecheck.ts';

const LONG = 300_000;
const key = { field: 'id', type: 'integer', datatype: 'INT', length: 10, auto_increment: true, primary_key: true };
const text = (field: string, more: object = {}) => ({
  field,
  type: 'string',
  datatype: 'VARCHAR',
  length: 80,
  ...more,
});
const dropdown = (field: string, choices: object) => text(field, { interface: 'dropdown', options: { choices } });
const EDITOR = 'editor-token-of-tests';

/** Ends a comment, begins a directive, and more. */
const HOSTILE_NOTE = '*/ evil(); /*\n@ts-expect-error\n// ` \u2028 @deprecated \'"\\ \u202e <b>*/';
const HOSTILE_NAMES = ['__proto__', "it's", '2fa', 'class', 'ünïcode', '名前', 'a-b', 'constructor', '`$' + '{x}`'];

onEveryEngine('the types of a project', ({ project }) => {
  const types = async (path = '/types.d.ts', token: string | null = ADMIN_TOKEN) =>
    project.ask('GET', path, undefined, token);
  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'authors',
      note: 'Who writes',
      fields: [key, text('name'), text('secret')],
    });
    await project.write('POST', '/collections', {
      collection: 'articles',
      note: HOSTILE_NOTE,
      fields: [
        key,
        text('title', { note: 'Shown in lists', required: true }),
        dropdown('kind', { news: 'News', "o'clock": 'Hour', '*/': 'x' }),
        { field: 'author', type: 'm2o', datatype: 'INT', length: 10 },
        { field: 'extra', type: 'json', datatype: 'TEXT', note: HOSTILE_NOTE },
        { field: 'created_on', type: 'datetime_created', datatype: 'DATETIME' },
        { field: 'status', type: 'status', datatype: 'VARCHAR', length: 20, options: { status_mapping: STATUSES } },
      ],
    });
    await project.write('POST', '/fields/authors', { field: 'articles', type: 'o2m' });
    await project.write('POST', '/relations', {
      ...{ collection_many: 'articles', field_many: 'author' },
      ...{ collection_one: 'authors', field_one: 'articles' },
    });
    const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Editor' });
    const editor = { role: role.id, create: 'none', read: 'full', update: 'full', delete: 'none' };
    await project.write('POST', '/permissions', [
      { ...editor, collection: 'authors', read_field_blacklist: ['secret'], write_field_blacklist: ['secret', 'name'] },
    ]);
    await project.write('POST', '/users', {
      ...{ status: 'active', role: role.id, first_name: 'Eve', last_name: 'E', email: 'eve@example.com' },
      ...{ password: 'Secret-12345', token: EDITOR },
    });
  });

  it('are those of its collections, fields, relations and notes', async () => {
    const { text: shown } = await types();
    expect(shown).toMatch(/^\/\/ Types of the project \w+\. Made by Octavo/);
    expect(shown).toMatch(/\n {2}\/\*\* Who writes \*\/\n {2}authors: \{\n {4}key: 'id';/);
    expect(shown).toContain("      kind: 'news' | 'o\\'clock' | '*/' | null;\n");
    expect(shown).toContain("      status: 'published' | 'draft' | null;\n");
    expect(shown).toContain('      author: number | null;\n');
    expect(shown).toContain("    one: {\n      author: 'authors';\n    };\n");
    expect(shown).toContain("    many: {\n      articles: ['articles', 'author'];\n    };\n");
    expect(shown).toContain('      /** Shown in lists */\n      title: ');
    expect(shown).toMatch(/ {2}articles: \{[^}]*(\}[^}]*)*?noCreate: 'created_on'/);
  });

  it('are the same bytes for the same schema, with a tag', async () => {
    const [first, second] = [await project.fetch('GET', '/types.d.ts'), await project.fetch('GET', '/types.d.ts')];
    const tag = first.headers.get('ETag') ?? '';
    expect(await first.text()).toBe(await second.text());
    expect([first.headers.get('Content-Type'), tag]).toEqual([
      'application/typescript; charset=utf-8',
      second.headers.get('ETag'),
    ]);
    const again = await project.fetch('GET', '/types.d.ts', undefined, { 'If-None-Match': tag });
    expect([again.status, await again.text()]).toEqual([304, '']);
    await project.write('PATCH', '/fields/authors/name', { note: 'In full' });
    const changed = await project.fetch('GET', '/types.d.ts', undefined, { 'If-None-Match': tag });
    expect([changed.status, (await changed.text()).includes('/** In full */')]).toEqual([200, true]);
  });

  it('contain nothing that is hidden from the caller, and nothing that the caller may not write', async () => {
    const { text: shown } = await types('/types.d.ts', EDITOR);
    expect(shown).not.toContain('articles');
    expect(shown).not.toContain("'secret'");
    expect(shown).not.toContain('secret: ');
    expect(shown).toContain("    noCreate: 'id' | 'name';\n    noUpdate: 'name';\n");
    expect((await types('/types.d.ts?role=Editor')).text).toBe(shown);
    expect((await types('/types.d.ts?role=3')).text).toBe(shown);
  });

  it('are for callers with a token, and those of other roles for administrators', async () => {
    expect((await types('/types.d.ts', null)).body.error?.code).toBe(108);
    expect((await types('/types.d.ts?role=Administrator', EDITOR)).body.error?.code).toBe(3);
    expect((await types('/types.d.ts?role=Nobody')).body.error?.code).toBe(203);
    await project.write('POST', '/settings', { key: 'octavo_public_schema', value: '1' });
    const { status, text: shown } = await types('/types.d.ts', null);
    expect([status, shown.includes('secret')]).toEqual([200, false]);
  });
});

const STATUSES = { published: { name: 'Published' }, draft: { name: 'Draft' } };

describe.skipIf(!isAtHand('sqlite'))('types of hostile names', () => {
  const { project, server } = harnessOn('sqlite');
  const application = new Application();
  beforeAll(async () => {
    await application.build();
    for (const [at, name] of HOSTILE_NAMES.entries())
      await project.ask('POST', '/collections', {
        collection: name,
        note: HOSTILE_NOTE,
        fields: [
          key,
          text(HOSTILE_NAMES[at] ?? '', { note: HOSTILE_NOTE }),
          dropdown('choice', { [HOSTILE_NOTE]: 'x', [name]: 'y' }),
        ],
      });
    await project.ask('POST', '/collections', {
      collection: 'plain',
      note: HOSTILE_NOTE,
      fields: [key],
    });
    for (const name of HOSTILE_NAMES) await project.ask('POST', '/fields/plain', text(name, { note: HOSTILE_NOTE }));
  }, LONG);
  afterAll(() => application.remove());

  it.each(COMPILERS)(
    'compile with %s, with every name as a member',
    async (compiler) => {
      const { text: shown } = await project.ask('GET', '/types.d.ts');
      const name = /export interface (\w+)/.exec(shown)?.[1];
      application.write('project.d.ts', shown);
      application.write(
        'use.ts',
        `import { octavo } from '@octavo/client';\nimport type { ${name} } from './project.d.ts';\nconst [first] = await octavo<${name}>('http://x/y').items('class').list({ fields: ['id', 'class'] });\nexport const value: string | null | undefined = first?.class;\n`,
      );
      expect(application.compile(compiler, ['use.ts', 'project.d.ts'], false)).toBe('');
      expect(shown).not.toMatch(/^\s*(evil|\* @)/m);
    },
    LONG,
  );

  it(
    'are written by the command line, which tells whether a file is current',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'octavo-cli-types-'));
      const file = join(folder, 'octavo.d.ts');
      const run = (...more: string[]) =>
        new Promise<{ code: number; text: string }>((done) => {
          const args = [builtMain(), 'types', '--url', `${server.base}/${project.key}`, '--token-env', 'T', '-o', file];
          const env = { PATH: process.env.PATH, T: ADMIN_TOKEN };
          execFile(process.execPath, [...args, ...more], { env }, (error, stdout, stderr) =>
            done({ code: Number(error?.code ?? 0), text: stdout + stderr }),
          );
        });
      expect((await run('--check')).code).toBe(1);
      expect(await run()).toEqual({ code: 0, text: `${file} is written.\n` });
      expect(readFileSync(file, 'utf8')).toBe((await project.ask('GET', '/types.d.ts')).text);
      expect(await run('--check')).toEqual({ code: 0, text: '' });
      const { mtimeMs } = statSync(file);
      await run();
      expect(statSync(file).mtimeMs).toBe(mtimeMs);
      await project.write('PATCH', '/fields/plain/class', { note: 'Another' });
      expect(await run('--check')).toMatchObject({
        code: 1,
        text: expect.stringContaining('is not what the schema says'),
      });
      expect(await run('--as-role', 'Public')).toMatchObject({ code: 0 });
      expect(readFileSync(file, 'utf8')).not.toContain('plain');
      expect(await run('--as-role', 'Nobody')).toMatchObject({ code: 78, text: expect.stringContaining('404') });

      const watching = new ServerProcess(
        ['types', '--url', `${server.base}/${project.key}`, '--token-env', 'T', '-o', file, '--watch'],
        { T: ADMIN_TOKEN },
      );
      await watching.printed(/(written)/);
      writeFileSync(file, '');
      await project.write('PATCH', '/fields/plain/class', { note: 'Watched' });
      await expect.poll(() => readFileSync(file, 'utf8'), { timeout: 20_000 }).toContain('/** Watched */');
      await watching.kill();
      rmSync(folder, { recursive: true, force: true });
    },
    LONG,
  );
});
