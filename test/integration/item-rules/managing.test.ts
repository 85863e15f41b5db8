import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, type Posts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';

/** Rules that cannot be saved, each with a word from the error message. */
const FAULTY: readonly (readonly [rule: Payload, says: string])[] = [
  [{ action: 'peek' }, 'action'],
  [{ filter: {} }, 'needs a condition'],
  [{ filter: { title: { contains: '' } } }, 'operators with values'],
  [{ filter: { title: null } }, 'operators with values'],
  [{ filter: { title: { _eq: 'x' } } }, 'filter'],
  [{ filter: { nothing: { eq: 1 } } }, 'nothing'],
  [{ filter: { notes: { has: 1 } } }, 'notes'],
  [{ filter: { 'notes.words': { eq: 'x' } } }, 'notes'],
  [{ filter: { 'owner.password': { eq: 'x' } } }, 'secret'],
  [{ filter: { minutes: { eq: 'many' } } }, 'minutes'],
  [{ filter: { minutes: { eq: '$now' } } }, '$now'],
  [{ filter: { minutes: { eq: '$you' } } }, '$you'],
  [{ filter: { minutes: { between: '1' } } }, 'two values'],
  [{ filter: { 'team.posts.title': { eq: 'x' } } }, 'posts'],
  [{ filter: { 'owner.avatar.uploaded_by.role.name': { eq: 'x' } } }, 'relations'],
  [{ role: 1 }, 'Administrators'],
  [{ role: 77 }, 'no role'],
  [{ action: 'create' }, 'validation'],
  [{ presets: { title: 'x' } }, 'presets'],
  [{ action: 'create', filter: null, presets: { id: 1 } }, 'preset'],
  [{ action: 'create', filter: null, presets: { owner: 1 } }, 'preset'],
  [{ action: 'create', filter: null, presets: { minutes: 'many' } }, 'minutes'],
  [{ action: 'create', filter: null, presets: { team: { name: 'x' } } }, 'team'],
  [{ validation: { title: { eq: 'x' } } }, 'validation'],
  [{ mood: 1 }, 'mood'],
];

onEveryEngine('item rules', ({ project }) => {
  let posts: Posts;
  let plain: Payload;
  beforeAll(async () => {
    posts = await addPosts(project);
    plain = { role: posts.role, collection: 'posts', action: 'read', filter: { title: { neq: 'x' } } };
    await project.write('POST', '/items/posts', { title: 'one' });
  });

  it('are for administrators only', async () => {
    for (const [method, path] of [
      ['GET', '/permissions/rules'],
      ['POST', '/permissions/rules'],
      ['PATCH', '/permissions/rules/1'],
      ['DELETE', '/permissions/rules/1'],
    ] as const)
      expect((await project.ask(method, path, method === 'POST' ? plain : undefined, ANN)).status).toBe(401);
  });

  it.each(FAULTY)('are refused if they are invalid: %j', async (fault, says) => {
    const { status, text } = await project.ask('POST', '/permissions/rules', { ...plain, ...fault });
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
    expect(text).toContain(says);
  });

  it('are created, changed, recorded and deleted, one of a kind', async () => {
    const made = await project.write<Payload>('POST', '/permissions/rules', plain);
    expect(made).toEqual({ id: made.id, ...plain, status: null, presets: null, validation: null, problem: null });
    expect((await project.ask('POST', '/permissions/rules', plain)).status).toBe(409);
    const path = `/permissions/rules/${String(made.id)}`;
    const filter = { minutes: { null: '1' } };
    expect(await project.write('PATCH', path, { filter })).toMatchObject({ filter, action: 'read' });
    expect(await project.read(path)).toMatchObject({ filter });
    expect(await project.read(`/permissions/rules?role=${posts.role}&collection=posts`)).toHaveLength(1);
    expect(await project.read('/permissions/rules?role=77')).toEqual([]);
    await project.write('DELETE', path);
    expect((await project.ask('GET', path)).status).toBe(404);
    const activity = await project.read<Payload[]>('/activity?filter[collection][eq]=octavo_rules&fields=action');
    expect(activity.map(({ action }) => action)).toEqual(['create', 'update', 'delete']);
  });

  it('allow nothing and say so, once what they refer to is gone', async () => {
    const field = { field: 'mood', type: 'string', datatype: 'VARCHAR', length: 20 };
    await project.write('POST', '/fields/posts', field);
    const { id } = await project.write<{ id: number }>('POST', '/permissions/rules', {
      ...plain,
      filter: { mood: { null: '1' } },
    });
    const count = async (): Promise<number> =>
      ((await project.ask('GET', '/items/posts', undefined, ANN)).body.data as unknown[]).length;
    expect(await count()).toBe(1);
    await project.write('DELETE', '/fields/posts/mood');
    expect(await count()).toBe(0);
    expect(await project.read(`/permissions/rules/${id}`)).toMatchObject({ problem: expect.stringContaining('mood') });
    await project.write('DELETE', `/permissions/rules/${id}`);
    expect(await count()).toBe(1);
  });

  it('are removed with their role and their collection', async () => {
    const role = await project.write<{ id: number }>('POST', '/roles', { name: 'Guests' });
    await project.write('POST', '/collections', {
      collection: 'leaves',
      fields: [{ field: 'id', type: 'integer', datatype: 'INT', primary_key: true, auto_increment: true, length: 10 }],
    });
    await project.write('POST', '/permissions/rules', { ...plain, role: role.id });
    await project.write('POST', '/permissions/rules', { ...plain, collection: 'leaves', filter: { id: { gt: 1 } } });
    expect(await project.read('/permissions/rules')).toHaveLength(2);
    await project.write('DELETE', `/roles/${role.id}`);
    expect(await project.read('/permissions/rules')).toHaveLength(1);
    await project.write('DELETE', '/collections/leaves');
    expect(await project.read('/permissions/rules')).toEqual([]);
  });
});
