import { beforeAll, expect, it, vi } from 'vitest';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { schedules } from '../../src/schema/internal/schedules.ts';
import { id, status } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../support/posts.ts';
import { ADMIN_TOKEN, type Payload } from '../support/project.ts';
import { inSeconds, makeDue, type ScheduleAnswer, schedule } from '../support/schedules.ts';

const SOON = { timeout: 10_000, interval: 20 };
const DENIED = { status: 403, code: 302 };

onEveryEngine('scheduled changes', ({ project }) => {
  let posts: Posts;
  let permission: number;

  beforeAll(async () => {
    posts = await addPosts(project);
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=posts&filter[role]=${posts.role}&fields=id`,
    );
    permission = row?.id ?? 0;
    await project.write('POST', '/permissions', { collection: 'directus_activity', role: posts.role, read: 'full' });
  });

  const addPost = async (token = ANN, more: Payload = {}): Promise<number> => {
    const { body } = await project.ask('POST', '/items/posts', { title: 'one', minutes: 1, ...more }, token);
    return (body.data as { id: number }).id;
  };
  const stateOf = async (id: number): Promise<string> =>
    (await project.read<{ state: string }>(`/items/posts/${id}?fields=state&status=*`)).state;
  const listed = (query = '', token = ADMIN_TOKEN): Promise<readonly ScheduleAnswer[]> =>
    project.ask('GET', `/schedules?collection=posts${query}`, undefined, token).then(({ body }) => body.data as never);
  const asked = async (body: Payload, token: string | null = ANN): Promise<{ status: number; code: unknown }> => {
    const wanted = { collection: 'posts', action: 'publish', status: 'done', at: inSeconds(3600), ...body };
    const { status, body: answer } = await project.ask('POST', '/schedules', wanted, token);
    return { status, code: answer.error?.code };
  };

  it('are made on time, with a record of who requested them', async () => {
    const item = await addPost();
    const wanted = { item, at: inSeconds(2) };
    const { id } = await schedule(project, wanted, ANN);
    expect(await listed(`&item=${item}`, BEN)).toMatchObject([{ id, state: 'waiting', user: posts.ann, error: null }]);
    await vi.waitFor(async () => expect(await stateOf(item)).toBe('done'), SOON);
    const records = await project.read(
      `/activity?filter[collection]=posts&filter[item]=${item}&filter[action]=update&fields=action_by`,
    );
    expect(records).toEqual([{ action_by: posts.ann }]);
    const revisions = await project.read(`/items/posts/${item}/revisions?sort=-id&limit=1&fields=delta`);
    expect(revisions).toMatchObject([{ delta: { state: 'done' } }]);
    expect(await listed(`&item=${item}`)).toEqual([]);
  });

  it('replace one with the same action on the same item, and only that', async () => {
    const item = await addPost();
    await schedule(project, { item }, ANN);
    await schedule(project, { item, action: 'withdraw', status: 'open', at: inSeconds(7200) }, ANN);
    const { id } = await schedule(project, { item, at: inSeconds(60) }, BEN);
    expect(await listed(`&item=${item}`)).toMatchObject([{ id, user: posts.ben }, { action: 'withdraw' }]);
  });

  it('are refused if they are in the past, without a zone, or refer to something missing', async () => {
    const item = await addPost();
    for (const wrong of [
      { at: inSeconds(-1) },
      { at: '2199-01-01T00:00:00' },
      { at: 'soon' },
      { status: 'other' },
      { action: 'delete' },
      { collection: 'teams' },
      { collection: 'directus_users', status: 'active', item: 1 },
    ])
      expect([wrong, await asked({ item, ...wrong })]).toEqual([wrong, { status: 422, code: 4 }]);
    expect(await asked({ item: 999_999 })).toEqual({ status: 404, code: 203 });
    expect(await asked({ item, collection: 'nothing' })).toEqual({ status: 404, code: 200 });
    expect(await asked({ item }, null)).toEqual({ status: 401, code: 108 });
  });

  it('are shown only to their authors where the status may not be read', async () => {
    const item = await addPost();
    const { id } = await schedule(project, { item }, ANN);
    const shownTo = async (token: string) => (await listed(`&item=${item}`, token)).map((each) => each.id);
    expect([await shownTo(ANN), await shownTo(BEN)]).toEqual([[id], [id]]);
    await project.write('PATCH', `/permissions/${permission}`, { read_field_blacklist: ['secret', 'state'] });
    const [mine, others] = [await shownTo(ANN), await shownTo(BEN)];
    await project.write('PATCH', `/permissions/${permission}`, { read_field_blacklist: ['secret'] });
    expect([mine, others]).toEqual([[id], []]);
  });

  it('are removed with their item, so that a later one with its key is left alone', async () => {
    const item = await addPost();
    await schedule(project, { item }, ANN);
    await project.write('DELETE', `/items/posts/${item}`);
    await addPost(ANN, { id: item });
    await makeDue(project);
    expect([await stateOf(item), await listed(`&item=${item}`)]).toEqual(['open', []]);
  });

  it('of a dropped collection are unknown to a new one of its name, even if a server left them', async () => {
    const letters = { collection: 'letters', fields: [id, status] };
    await project.write('POST', '/collections', letters);
    const { id: item } = await project.write<{ id: number }>('POST', '/items/letters', { status: 'draft' });
    await schedule(project, { collection: 'letters', item, status: 'published' });
    const { dialect, database } = await project.opened();
    const rows = new TableRows(dialect, schedules);
    const [row] = await rows.find(database, [['collection', '=', 'letters']], 'id', 1);
    await project.write('DELETE', '/collections/letters');
    await rows.insert(database, row ?? {});
    await project.write('POST', '/collections', letters);
    await project.write('POST', '/items/letters', { id: item, status: 'draft' });
    await makeDue(project);
    expect(await project.read(`/items/letters/${item}?fields=status`)).toEqual({ status: 'draft' });
    await project.write('DELETE', '/collections/letters');
  });

  const rule = (more: Payload): Payload => ({ role: posts.role, collection: 'posts', action: 'update', ...more });
  const withPermission = async (more: Payload, work: () => Promise<void>): Promise<void> => {
    await project.write('PATCH', `/permissions/${permission}`, more);
    await work();
    const full = { update: 'full', delete: 'full', read: 'full', write_field_blacklist: [], explain: 'none' };
    await project.write('PATCH', `/permissions/${permission}`, full);
  };
  const withRule = async (more: Payload, work: () => Promise<void>): Promise<void> => {
    const { id } = await project.write<{ id: number }>('POST', '/permissions/rules', rule(more));
    await work();
    await project.write('DELETE', `/permissions/rules/${id}`);
  };
  const withUser = async (more: Payload, work: () => Promise<void>): Promise<void> => {
    await project.write('PATCH', `/users/${posts.ben}`, more);
    await work();
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'active', role: posts.role });
  };
  /** Ways to lose the right to a change, and the code with which it is then refused. */
  const losses: readonly [string, number, (work: () => Promise<void>) => Promise<void>][] = [
    ['may update nothing', 302, (work) => withPermission({ update: 'none' }, work)],
    ['may update own items only', 302, (work) => withPermission({ update: 'mine' }, work)],
    ['may not read the item', 203, (work) => withPermission({ read: 'mine' }, work)],
    ['may not write the status', 305, (work) => withPermission({ write_field_blacklist: ['state'] }, work)],
    ['must give reasons', 10, (work) => withPermission({ explain: 'update' }, work)],
    ['may change other items only', 302, (work) => withRule({ filter: { title: { eq: 'two' } } }, work)],
    ['may not leave such an item', 302, (work) => withRule({ validation: { state: { eq: 'open' } } }, work)],
  ];

  it.each(losses)('are refused to users who %s, now and when they are due', async (_who, code, during) => {
    const item = await addPost();
    const { id } = await schedule(project, { item }, BEN);
    await during(async () => {
      expect(await asked({ item, action: 'withdraw' }, BEN)).toMatchObject({ code });
      await makeDue(project);
    });
    expect(await stateOf(item)).toBe('open');
    expect(await listed(`&item=${item}`)).toMatchObject([{ id, state: 'refused', error: { code } }]);
    expect((await project.ask('DELETE', `/schedules/${id}`, undefined, ANN)).status).toBe(204);
  });

  it.each(['suspended', 'deleted'])('are not made for a user who is %s by then', async (status) => {
    const item = await addPost();
    await schedule(project, { item }, BEN);
    await withUser({ status }, () => makeDue(project));
    expect(await stateOf(item)).toBe('open');
    expect(await listed(`&item=${item}&state=refused`)).toMatchObject([{ error: { code: 103 } }]);
  });

  it('are visible to those who may change the item, and to nobody else', async () => {
    const item = await addPost();
    const { id } = await schedule(project, { item }, ANN);
    const unseen = async (): Promise<void> => {
      expect(await listed(`&item=${item}`, BEN)).toEqual([]);
      expect(await project.ask('DELETE', `/schedules/${id}`, undefined, BEN)).toMatchObject({ status: 404 });
    };
    await withPermission({ read: 'mine' }, unseen);
    await withPermission({ update: 'none' }, unseen);
    await withPermission({ update: 'mine' }, async () => {
      const { status, body } = await project.ask('DELETE', `/schedules/${id}`, undefined, BEN);
      expect({ status, code: body.error?.code }).toEqual(DENIED);
    });
    expect(await project.ask('GET', '/schedules', undefined, null)).toMatchObject({ status: 401 });
    expect((await project.ask('DELETE', `/schedules/${id}`, undefined, BEN)).status).toBe(204);
  });

  it('are recorded with the comment that was sent with them', async () => {
    const item = await addPost();
    await withPermission({ explain: 'update' }, async () => {
      const wanted = { collection: 'posts', item, action: 'publish', status: 'done', at: inSeconds(3600) };
      expect((await project.ask('POST', '/schedules?comment=It+is+time', wanted, ANN)).status).toBe(200);
      await makeDue(project);
    });
    const [record] = await project.read<Payload[]>(
      `/activity?filter[collection]=posts&filter[item]=${item}&filter[action]=update&fields=comment`,
    );
    expect([await stateOf(item), record?.comment]).toEqual(['done', 'It is time']);
  });
});
