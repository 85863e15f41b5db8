import { beforeAll, expect, it } from 'vitest';
import { id, owner, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const EDITOR = 'tests-editor-token';
const FIELDS = [id, text('title'), owner];

onEveryEngine('a role that may only change its own items', ({ project }) => {
  beforeAll(async () => {
    await project.ask('POST', '/collections', { collection: 'notes', fields: FIELDS });
    await project.ask('POST', '/roles', { name: 'Editors' });
    const rule = { collection: 'notes', role: 3, create: 'full', read: 'full', update: 'mine', delete: 'mine' };
    await project.ask('POST', '/permissions', rule);
    const names = { first_name: 'E', last_name: 'D', email: 'editor@example.com', password: 'Editor-Secret-1' };
    await project.ask('POST', '/users', { ...names, status: 'active', role: 3, token: EDITOR });
    const created = await project.ask('POST', '/items/notes', { title: 'mine' }, EDITOR);
    expect(created.body.data).toMatchObject({ id: 1 });
  });

  it('changes them', async () => {
    expect((await project.ask('PATCH', '/items/notes/1', { title: 'still mine' }, EDITOR)).status).toBe(200);
  });

  it('cannot give them to somebody else', async () => {
    const before = await project.digest();
    const refused = await project.ask('PATCH', '/items/notes/1', { owner: 1 }, EDITOR);
    expect([refused.status, refused.body.error?.code]).toEqual([403, 302]);
    expect(await project.digest()).toBe(before);
  });

  it('cannot give its list presets to another user, or to everybody', async () => {
    const preset = await project.ask('POST', '/collection_presets', { collection: 'notes', user: 2 }, EDITOR);
    const { id: key } = preset.body.data as { id: number };
    const before = await project.digest();
    for (const change of [{ user: 1 }, { user: null }, { user: null, role: 3 }]) {
      const refused = await project.ask('PATCH', `/collection_presets/${key}`, change, EDITOR);
      expect([refused.status, refused.body.error?.code], JSON.stringify(change)).toEqual([403, 302]);
    }
    expect(await project.digest()).toBe(before);
    const kept = await project.ask('PATCH', `/collection_presets/${key}`, { user: 2, view_type: 'cards' }, EDITOR);
    expect([kept.status, kept.body.data]).toEqual([200, expect.objectContaining({ user: 2, view_type: 'cards' })]);
  });
});
