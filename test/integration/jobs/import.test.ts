import { beforeAll, expect, it } from 'vitest';
import { id, text, toOne } from '../../support/fields.ts';
import { imported, sendFile, uploaded } from '../../support/imports.ts';
import { makeJob } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';

interface Preview {
  readonly format: string;
  readonly options: Payload;
  readonly rows: { readonly count: number; readonly exact: boolean };
  readonly columns: readonly { readonly name: string }[];
  readonly mapping: readonly Payload[];
  readonly outcomes: readonly { readonly row: number; readonly does: string; readonly error?: Payload }[];
}

onEveryEngine('imports', ({ project }) => {
  let posts: Posts;
  beforeAll(async () => {
    posts = await addPosts(project);
    await project.write('POST', '/items/teams', [
      { name: 'North' },
      { name: 'South' },
      { name: 'Twin' },
      { name: 'Twin' },
    ]);
  });

  const titled = (start: string): Promise<Payload[]> =>
    project.read(
      `/items/posts?limit=-1&status=*&sort=id&fields=title,minutes,due,team.name&filter[title][rlike]=${start}%25`,
    );

  it('create items from rows of a CSV file, with numbers, dates and related items as people write them', async () => {
    const content = [
      'Titel;Minuten;Termin;Team',
      'csv 1;1.234;24.12.2025;North',
      '"csv ""2""; with\nlines";7;01.02.2026 10:30;South',
      '',
      ';;;',
      'csv 3;;;',
    ].join('\r\n');
    const job = await imported(project, `\uFEFF${content}`, {
      collection: 'posts',
      mapping: {
        Titel: 'title',
        Minuten: { field: 'minutes', decimal: ',' },
        Termin: { field: 'due', date: 'DD.MM.YYYY' },
        Team: 'team.name',
      },
    });
    expect(job).toMatchObject({
      state: 'done',
      progress: { done: 3, refused: 1 },
      refused: [{ key: 'row 3', code: 4 }],
      result: { created: 2, updated: 0, refused: 1 },
    });
    expect(await titled('csv')).toEqual([
      { title: 'csv 1', minutes: 1234, due: '2025-12-24 00:00:00', team: { name: 'North' } },
      { title: 'csv 3', minutes: null, due: null, team: null },
    ]);
  });

  it('leave out refused rows, and list them so that they can be corrected and sent again', async () => {
    const content =
      'title,minutes,team\nbad 1,5,North\nbad 2,many,North\nbad 3,5,Twin\nbad 4,5,Nowhere\nbad 5,5\nbad 6,6,South\n';
    const job = await imported(project, content, {
      collection: 'posts',
      mapping: { title: 'title', minutes: 'minutes', team: 'team.name' },
    });
    expect(job).toMatchObject({ state: 'done', result: { created: 2, refused: 4 } });
    const { text } = await project.ask('GET', `/jobs/${job.id}/refused`);
    const [heading, ...rows] = text.trim().split('\r\n');
    expect(heading).toBe('title,minutes,team,refused_row,refused_column,refused_code,refused_message');
    expect(rows.map((row) => row.split(',').slice(0, 6).join())).toEqual([
      'bad 2,many,North,3,minutes,4',
      'bad 3,5,Twin,4,team,4',
      'bad 4,5,Nowhere,5,team,4',
      'bad 5,5,,6,,4',
    ]);
    const mended = text.replace('many', '9').replace('Twin', 'South').replace('Nowhere', 'North');
    const again = await imported(project, mended, {
      collection: 'posts',
      mapping: { title: 'title', minutes: 'minutes', team: 'team.name' },
    });
    expect(again).toMatchObject({ result: { created: 4, refused: 0 } });
    expect((await titled('bad')).map(({ title }) => title).sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `bad ${n}`));
  });

  it('stop at the first refused row on request, keeping the rows before it', async () => {
    const content = 'title,minutes\nstop 1,1\nstop 2,2\nstop 3,x\nstop 4,4\n';
    const job = await imported(project, content, { collection: 'posts', on_refusal: 'stop' });
    expect(job).toMatchObject({ state: 'failed', error: { code: 4, message: expect.stringContaining('Row 4') } });
    expect((await titled('stop')).map(({ title }) => title)).toEqual(['stop 1', 'stop 2']);
  });

  it('update the items that a key finds, and create the others, in the order of the rows', async () => {
    await project.write('POST', '/items/posts', [
      { title: 'key a', minutes: 1 },
      { title: 'key b', minutes: 2 },
    ]);
    const content = JSON.stringify([
      { title: 'key a', minutes: 10 },
      { title: 'key c', minutes: 30 },
      { title: 'key c', minutes: 31 },
      { title: '', minutes: 5 },
    ]);
    const job = await imported(project, content, { collection: 'posts', mode: 'upsert', key: 'title' });
    expect(job).toMatchObject({ result: { created: 1, updated: 2, refused: 1 } });
    expect((await titled('key')).map(({ title, minutes }) => [title, minutes])).toEqual([
      ['key a', 10],
      ['key b', 2],
      ['key c', 31],
    ]);
    const update = await imported(project, '{"title":"key b","minutes":20}\n{"title":"key z","minutes":1}\n', {
      collection: 'posts',
      mode: 'update',
      key: ['title'],
    });
    expect(update).toMatchObject({ result: { created: 0, updated: 1, refused: 1 } });
  });

  it('create related items on request, each once', async () => {
    const content = '{"title":"rel 1","team":"East"}\n{"title":"rel 2","team":"East"}\n';
    await imported(project, content, {
      collection: 'posts',
      mapping: { title: 'title', team: { field: 'team.name', create: true } },
    });
    expect(await project.read('/items/teams?filter[name][eq]=East')).toHaveLength(1);
    expect((await titled('rel')).map(({ team }) => team)).toEqual([{ name: 'East' }, { name: 'East' }]);
  });

  it('find related items that earlier rows have created, in the same collection', async () => {
    const parent = { ...toOne('parent') };
    await project.write('POST', '/collections', { collection: 'parts', fields: [id, text('name'), parent] });
    const relation = { collection_many: 'parts', field_many: 'parent', collection_one: 'parts' };
    await project.write('POST', '/relations', relation);
    const content = `name,parent\nroot,\n${Array.from({ length: 20 }, (_, at) => `part ${at},${at < 5 ? 'root' : `part ${at - 5}`}`).join('\n')}\n`;
    const mapping = { name: 'name', parent: { field: 'parent.name', create: true } };
    const job = await imported(project, content, { collection: 'parts', mapping });
    expect(job).toMatchObject({ state: 'done', result: { created: 21, refused: 0 } });
    const parts = await project.read<{ name: string; parent: { name: string } | null }[]>(
      '/items/parts?fields=name,parent.name&limit=-1',
    );
    expect(parts).toHaveLength(21);
    expect(parts.find(({ name }) => name === 'part 7')?.parent).toEqual({ name: 'part 2' });
  });

  it('find related items by texts that differ in case or accents, as a single row would', async () => {
    await project.write('POST', '/items/teams', [{ name: 'Émile' }, { name: 'emile' }, { name: "O'Neill, B" }]);
    const content = 'title,team\ncase 1,North\ncase 2,"O\'Neill, B"\ncase 3,Twin\ncase 4,Nobody\ncase 5,South\n';
    const mapping = { title: 'title', team: 'team.name' };
    const job = await imported(project, content, { collection: 'posts', mapping });
    expect(job.refused.map(({ key }) => key)).toEqual(['row 4', 'row 5']);
    expect((await titled('case')).map(({ team }) => team)).toEqual([
      { name: 'North' },
      { name: "O'Neill, B" },
      { name: 'South' },
    ]);
    const mixed = await imported(project, 'title,team\nmix 1,Émile\nmix 2,emile\nmix 3,north\n', {
      collection: 'posts',
      mapping,
    });
    const one = async (team: string) =>
      (await imported(project, `title,team\nalone ${team},${team}\n`, { collection: 'posts', mapping })).progress
        .refused;
    const alone = [await one('Émile'), await one('emile'), await one('north')];
    expect(mixed.progress.refused).toBe(alone.reduce((sum, refused) => sum + refused, 0));
  });

  it('can be previewed with their first rows and a guessed mapping, and nothing is written', async () => {
    const before = await project.digest();
    const content = `Title;MINUTES;Team\n${Array.from({ length: 150 }, (_, n) => `show ${n};${n === 3 ? 'x' : n};${n === 4 ? 'Twin' : 'North'}`).join('\n')}`;
    const upload = await uploaded(project, 'posts', content);
    const preview = await project.write<Preview>('POST', '/jobs/preview', { collection: 'posts', upload });
    expect(preview).toMatchObject({
      format: 'csv',
      options: { encoding: 'utf-8', delimiter: ';' },
      rows: { count: 150, exact: true },
      mapping: [
        { column: 'Title', field: 'title' },
        { column: 'MINUTES', field: 'minutes' },
        { column: 'Team', field: 'team.name' },
      ],
    });
    expect(preview.outcomes).toHaveLength(100);
    expect(
      preview.outcomes.filter(({ does }) => does === 'refuse').map(({ row, error }) => [row, error?.column]),
    ).toEqual([
      [5, 'MINUTES'],
      [6, 'Team'],
    ]);
    expect(await project.digest()).toBe(before);
  });

  it.each<[string, string, Payload[]]>([
    [
      'names of fields, whatever their case and signs',
      'TITLE,Min-utes\na,1',
      [{ field: 'title' }, { field: 'minutes' }],
    ],
    ['decimals with a comma', 'minutes\n"1.234,5"\n7', [{ field: 'minutes', decimal: ',' }]],
    ['thousands with a comma', 'minutes\n"1,234"', [{ field: 'minutes', decimal: '.' }]],
    ['plain numbers', 'minutes\n1234', [{ field: 'minutes' }]],
    ['days with points', 'due\n24.12.2025\n1.2.2026', [{ field: 'due', date: 'DD.MM.YYYY' }]],
    ['moments with points', 'due\n24.12.2025 10:30', [{ field: 'due', date: 'DD.MM.YYYY HH:mm' }]],
    ['days with the month first', 'due\n1/2/2026\n12/24/2025', [{ field: 'due', date: 'MM/DD/YYYY' }]],
    ['days that may be either', 'due\n1/2/2026', [{ field: 'due', date: 'DD/MM/YYYY' }]],
    ['days of which one is otherwise', 'due\n24.12.2025\n2026-01-01', [{ field: 'due' }]],
    ['names of related items', 'team\nNorth', [{ field: 'team.name' }]],
    ['keys of related items', 'team\n1\n2', [{ field: 'team' }]],
    ['keys by a name with id', 'team_id\n1', [{ field: 'team' }]],
    ['a field of related items', 'team / name\nNorth', [{ field: 'team.name' }]],
    ['a column twice', 'title,Title\na,b', [{ field: 'title' }]],
    ['what is no field', 'remark\nx', []],
    ['what is filled in by itself', 'owner,notes\n1,x', []],
  ])('guess the mapping by %s', async (_, content, expected) => {
    const sent = await sendFile(project, '/jobs/preview?collection=posts', { content, job: { collection: 'posts' } });
    const { mapping } = sent.body.data as unknown as Preview;
    expect(mapping.map(({ column: _column, ...rule }) => rule)).toEqual(expected);
  });

  it("require the caller's permissions", async () => {
    const content = 'title,secret\nrights 1,hidden\n';
    const mapping = { title: 'title', secret: 'secret' };
    const foreign = await uploaded(project, 'posts', content, BEN);
    const ask = (body: Payload, token: string = ANN) =>
      project.ask('POST', '/jobs', { kind: 'import', ...body }, token);
    expect((await ask({ collection: 'posts', upload: foreign })).status).toBe(404);
    expect((await ask({ collection: 'directus_users', upload: foreign }, BEN)).status).toBe(403);
    expect((await ask({ collection: 'directus_fields', upload: foreign }, BEN)).status).toBe(401);
    const own = await uploaded(project, 'posts', content, ANN);
    expect((await ask({ collection: 'posts', upload: own, mode: 'upsert', key: 'secret', mapping })).status).toBe(403);
    expect((await ask({ collection: 'posts', upload: own, mapping: { title: '__proto__' } })).status).toBe(404);
    expect((await sendFile(project, '/jobs/uploads?collection=directus_webhooks', { content }, ANN)).status).toBe(403);
    expect((await sendFile(project, '/jobs/uploads?collection=posts', { content }, 'nobody')).status).toBe(401);
    expect(posts.role).toBeGreaterThan(0);
  });

  it('hash passwords of users', async () => {
    const content = `email,password,first_name,last_name,status,role\nimp@example.com,Some-Secret-9,I,M,active,${posts.role}\n`;
    const job = await imported(project, content, { collection: 'directus_users' });
    expect(job).toMatchObject({ result: { created: 1, refused: 0 } });
    const login = { email: 'imp@example.com', password: 'Some-Secret-9' };
    expect((await project.ask('POST', '/auth/authenticate', login, null)).status).toBe(200);
  });

  it.each([
    ['gzip', Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0]), 422],
    ['no rows of JSON', '[{"title": "a"}, {"title": ', 422],
    ['too many columns', `${'a,'.repeat(100_000)}\n`, 422],
    ['a row without an end', `title\n"${'x'.repeat(5_000_000)}`, 422],
    ['a damaged workbook', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0]), 422],
  ])('refuse %s', async (_name, content, status) => {
    const upload = await uploaded(project, 'posts', content);
    expect((await project.ask('POST', '/jobs/preview', { collection: 'posts', upload })).status).toBe(status);
  });

  it('can be sent with their file in one form', async () => {
    const job = { kind: 'import', collection: 'posts', mapping: { title: 'title' } };
    const { status, text } = await sendFile(project, '/jobs?collection=posts', { content: 'title\nform 1\n', job });
    expect(status, text).toBe(200);
    await expect.poll(async () => (await titled('form')).length).toBe(1);
    const { id: strict } = await project.write<{ id: number }>('POST', '/settings', {
      key: 'octavo_strict',
      value: '1',
    });
    const again = await sendFile(project, '/jobs?collection=posts', { content: 'title\nform 2\n', job });
    await project.write('DELETE', `/settings/${strict}`);
    expect(again.status, again.text).toBe(200);
    await expect(makeJob(project, { kind: 'import', collection: 'posts', upload: 'x'.repeat(24) })).rejects.toThrow();
  });
});
