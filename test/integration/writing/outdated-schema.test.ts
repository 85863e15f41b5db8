import { expect, it } from 'vitest';
import type { Project } from '../../../src/projects/project.ts';
import * as fields from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';
import { inSeconds } from '../../support/schedules.ts';
import { ScimClient } from '../../support/scim-client.ts';

/** Removes a field as another server does: the catalogue of this one still has it. */
async function removeElsewhere(
  { database }: Project,
  engine: EngineName,
  field: string,
  collection = 'cats',
): Promise<void> {
  const quote = (name: string): string => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);
  const [table, column] = [collection, field].map(quote);
  await database.run({ text: `ALTER TABLE ${table} DROP COLUMN ${column}`, parameters: [] });
  await database.run({
    text: `DELETE FROM ${quote('directus_fields')} WHERE collection = '${collection}' AND field = '${field}'`,
    parameters: [],
  });
}

onEveryEngine('a write whose schema another server has just changed', ({ engine, project, prepare }) => {
  prepare(() => ({ each: true }));

  async function outdated(): Promise<void> {
    const all = [fields.id, fields.text('name'), fields.text('colour')];
    await project.write('POST', '/collections', { collection: 'cats', fields: all });
    await project.write('POST', '/items/cats', [{ name: 'Tom' }, { name: 'Kim' }]);
    await removeElsewhere(await project.opened(), engine, 'colour');
  }

  it('creates an item', async () => {
    await outdated();
    expect(await project.write('POST', '/items/cats', { name: 'Ann' })).toEqual({
      id: expect.any(Number),
      name: 'Ann',
    });
    expect(await project.read('/items/cats?fields=name')).toHaveLength(3);
  });

  it('creates several', async () => {
    await outdated();
    const made = await project.write('POST', '/items/cats', [{ name: 'Ann' }, { name: 'Bob' }]);
    expect(made).toMatchObject([{ name: 'Ann' }, { name: 'Bob' }]);
    expect(await project.read('/items/cats?fields=name')).toHaveLength(4);
  });

  it('changes an item', async () => {
    await outdated();
    expect(await project.write('PATCH', '/items/cats/1', { name: 'Ann' })).toEqual({ id: 1, name: 'Ann' });
  });

  it('changes several', async () => {
    await outdated();
    const changed = await project.write('PATCH', '/items/cats', [
      { id: 1, name: 'Ann' },
      { id: 2, name: 'Bob' },
    ]);
    expect(changed).toHaveLength(2);
  });

  it('deletes an item', async () => {
    await outdated();
    await project.write('DELETE', '/items/cats/1');
    expect(await project.read('/items/cats?fields=name')).toEqual([{ name: 'Kim' }]);
  });

  it('refuses the removed field as any unknown one', async () => {
    await outdated();
    const before = await project.ask('POST', '/items/cats', { name: 'Ann', colour: 'red' });
    const after = await project.ask('POST', '/items/cats', { name: 'Ann', colour: 'red' });
    expect([before.status, before.body]).toEqual([after.status, after.body]);
    expect(before.status).toBeLessThan(500);
  });

  const item = { collection: 'dogs', item: 1 };
  const data = Buffer.from('A text').toString('base64');
  const cases: readonly [what: string, collection: string, method: string, path: string, body: Payload][] = [
    ['a comment', 'dogs', 'POST', '/activity/comment', { ...item, comment: 'A good dog' }],
    ['a task', 'dogs', 'POST', '/tasks', { ...item, user: 1 }],
    [
      'a schedule',
      'dogs',
      'POST',
      '/schedules',
      { ...item, action: 'publish', status: 'published', at: inSeconds(3600) },
    ],
    ['a revert', 'dogs', 'PATCH', '/items/dogs/1/revert/REVISION', {}],
    ['a new file', 'directus_files', 'POST', '/files', { data, filename_download: 'b.txt' }],
    ['a change of a file', 'directus_files', 'PATCH', '/files/1', { title: 'Another' }],
    ['new contents of a file', 'directus_files', 'PATCH', '/files/1', { data }],
    ['an invitation', 'directus_users', 'POST', '/users/invite', { email: 'new@example.com' }],
    ['the page last visited', 'directus_users', 'PATCH', '/users/1/tracking/page', { last_page: '/a' }],
    ['a change of a user', 'directus_users', 'PATCH', '/users/me', { title: 'Dr.' }],
  ];

  it.each(cases)('is planned again: %s', async (_what, collection, method, path, body) => {
    await project.write('POST', '/collections', {
      collection: 'dogs',
      fields: [fields.id, fields.status, fields.text('name')],
    });
    await project.write('POST', '/items/dogs', { name: 'Rex', status: 'draft' });
    await project.write('POST', '/files', { data, filename_download: 'a.txt' });
    await project.write('POST', `/fields/${collection}`, fields.text('colour'));
    const [revision] = await project.read<{ id: number }[]>('/revisions?filter[collection]=dogs');
    await removeElsewhere(await project.opened(), engine, 'colour', collection);
    const { status, text } = await project.ask(method, path.replace('REVISION', String(revision?.id)), body);
    expect([status, text.includes('colour')], text).toEqual([200, false]);
  });

  it('is planned again: a provisioned user', async () => {
    const scim = new ScimClient(project);
    await scim.open();
    await project.write('POST', '/fields/directus_users', fields.text('colour'));
    await scim.user('first@example.com');
    await removeElsewhere(await project.opened(), engine, 'colour', 'directus_users');
    const { id } = await scim.user('second@example.com');
    expect(await scim.found('userName eq "second@example.com"')).toEqual(['second@example.com']);
    expect((await scim.ask('DELETE', `/Users/${id}`)).status).toBe(204);
  });
});
