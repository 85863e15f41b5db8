import { beforeAll, expect, it } from 'vitest';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('changes based on an outdated state', ({ project }) => {
  let path: string;

  beforeAll(async () => {
    await addNotes(project);
    const created = await project.fetch('POST', '/items/notes', { title: 'one', text: 'a', code: 'first' }, {});
    path = `/items/notes/${((await created.json()) as { data: { id: number } }).data.id}`;
  });

  const tagOf = async (at = path, headers = {}): Promise<string> =>
    (await project.fetch('GET', at, undefined, headers)).headers.get('etag') ?? '';

  it('an item has the same tag whoever wrote it, whatever is requested of it', async () => {
    const created = await project.fetch('POST', '/items/notes', { title: 'tagged', code: 'tagged' }, {});
    const { data } = (await created.json()) as { data: { id: number } };
    const tag = created.headers.get('etag');
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(await tagOf(`/items/notes/${data.id}`)).toBe(tag);
    expect(await tagOf(`/items/notes/${data.id}?fields=code`)).toBe(tag);
    const changed = await project.fetch('PATCH', `/items/notes/${data.id}`, { title: 'other' }, {});
    expect(changed.headers.get('etag')).not.toBe(tag);
    expect(await tagOf(`/items/notes/${data.id}?fields=code`)).toBe(changed.headers.get('etag'));
  });

  it('are refused, and leave everything as it was', async () => {
    const old = await tagOf();
    expect((await project.fetch('PATCH', path, { title: 'two' }, { 'If-Match': old })).status).toBe(200);
    const before = await project.digest();
    const refused = await project.fetch('PATCH', path, { title: 'three' }, { 'If-Match': old });
    expect(refused.status).toBe(412);
    expect(await refused.json()).toMatchObject({ error: { code: 12 } });
    expect((await project.fetch('DELETE', path, undefined, { 'If-Match': old })).status).toBe(412);
    expect((await project.fetch('PATCH', path, { title: 'three' }, { 'If-Match': `W/${old}` })).status).toBe(412);
    expect(await project.digest()).toBe(before);
  });

  it('succeed with the tag of the present state, weakened by a proxy or not, one of several, or any', async () => {
    for (const given of ['the tag', 'W/the tag', '"other", the tag', '*']) {
      const tag = given.replace('the tag', await tagOf());
      const { status } = await project.fetch('PATCH', path, { title: given }, { 'If-Match': tag });
      expect(status).toBe(200);
    }
  });

  it('lose against the first one, if many arrive at the same time', async () => {
    const tag = await tagOf();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        project.fetch('PATCH', path, { text: `text ${index}` }, { 'If-Match': tag }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(11);
  });

  it('a state that the client already has is not sent again', async () => {
    const tag = await tagOf();
    const known = await project.fetch('GET', path, undefined, { 'If-None-Match': tag });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', tag]);
    await project.fetch('PATCH', path, { text: 'quite new' }, {});
    expect((await project.fetch('GET', path, undefined, { 'If-None-Match': tag })).status).toBe(200);
  });

  it('a value that a role may not see changes no tag of that role', async () => {
    const permission = { collection: 'notes', role: 2, read: 'full', read_field_blacklist: ['text'] };
    await project.ask('POST', '/permissions', permission);
    const asPublic = { Authorization: '' };
    const before = await tagOf(path, asPublic);
    await project.fetch('PATCH', path, { text: 'hidden from the public' }, {});
    expect(await tagOf(path, asPublic)).toBe(before);
    await project.fetch('PATCH', path, { title: 'seen by the public' }, {});
    expect(await tagOf(path, asPublic)).not.toBe(before);
  });
});
