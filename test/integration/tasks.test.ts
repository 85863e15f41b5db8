import { afterAll, beforeAll, expect, it } from 'vitest';
import { imported } from '../support/imports.ts';
import { doJob } from '../support/jobs.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../support/posts.ts';
import { ADMIN_TOKEN, type Payload } from '../support/project.ts';
import { inSeconds, makeDue, schedule } from '../support/schedules.ts';

const EVE = 'the-token-of-eve-who-reads-none';

interface TaskAnswer extends Payload {
  readonly id: number;
  readonly state: string;
}

onEveryEngine('tasks on a status', ({ project, prepare }) => {
  let mails: MailServer;
  let posts: Posts;
  let eve: number;
  let strangers: number;

  prepare(async () => {
    mails = await startMailServer();
    // The limit on mails to one person per hour applies across all tests.
    return {
      project: {
        mail: mails.config,
        mail_from: 'shop@example.com',
        rate_limit: { identical_mails: { limit: 1000, interval: 3600 } },
      },
    };
  });
  afterAll(() => mails.stop());
  beforeAll(async () => {
    posts = await addPosts(project);
    for (const collection of ['directus_users', 'directus_roles', 'directus_activity'])
      await project.write('POST', '/permissions', { collection, role: posts.role, read: 'full' });
    strangers = (await project.write<{ id: number }>('POST', '/roles', { name: 'Strangers' })).id;
    const user = { first_name: 'eve', last_name: 'eve', email: 'eve@example.com', password: 'Some-Secret-1' };
    const more = { role: strangers, token: EVE, status: 'active' };
    eve = (await project.write<{ id: number }>('POST', '/users', { ...user, ...more })).id;
  });

  const addPost = async (more: Payload = {}): Promise<number> =>
    (await project.write<{ id: number }>('POST', '/items/posts', { title: 'The secret title', ...more })).id;
  const ask = async (body: Payload, token: string | null = ANN): Promise<{ status: number; code: unknown }> => {
    const { status, body: answer } = await project.ask('POST', '/tasks', { collection: 'posts', ...body }, token);
    return { status, code: answer.error?.code };
  };
  const asked = async (body: Payload, token: string = ANN): Promise<TaskAnswer> => {
    const { status, text, body: answer } = await project.ask('POST', '/tasks', { collection: 'posts', ...body }, token);
    expect(status, text).toBe(200);
    return answer.data as TaskAnswer;
  };
  const listed = async (query: string, token: string = ADMIN_TOKEN): Promise<readonly TaskAnswer[]> =>
    (await project.ask('GET', `/tasks?${query}`, undefined, token)).body.data as readonly TaskAnswer[];
  const answered = async (id: number, body: Payload, token: string): Promise<{ status: number; code: unknown }> => {
    const { status, body: answer } = await project.ask('PATCH', `/tasks/${id}`, body, token);
    return { status, code: answer.error?.code };
  };
  const mailed = async (): Promise<readonly string[]> => {
    await (await project.opened()).workSettled(10_000);
    return mails.received.splice(0).map(({ recipients, mail }) => `${recipients.join()}: ${mail.subject}`);
  };

  it('are for a person, who gets a mail without the note or the item, and sees the task', async () => {
    const item = await addPost();
    const due = inSeconds(3600);
    const task = await asked({ item, user: posts.ben, note: 'Mind the commas', due });
    const shown = { collection: 'posts', item: String(item), status: 'open', state: 'open', by: posts.ann, due };
    expect(task).toMatchObject({ ...shown, user: posts.ben, role: null, note: 'Mind the commas', answer: null });
    await (await project.opened()).workSettled(10_000);
    const [mail] = mails.received;
    expect(mail?.recipients).toEqual(['ben@example.com']);
    expect(`${mail?.mail.text}${mail?.mail.html}`).toContain('ann ann asks you to look at something');
    expect(`${mail?.mail.subject}${mail?.mail.text}${mail?.mail.html}`).not.toMatch(/commas|secret title/);
    expect(await mailed()).toHaveLength(1);
    expect(await listed('asked=me&state=open', BEN)).toMatchObject([{ id: task.id }]);
    expect(await listed('asked=me', ANN)).toEqual([]);
    expect(await listed(`by=me&item=${item}`, ANN)).toMatchObject([{ id: task.id }]);
    expect(await listed('asked=me', EVE)).toEqual([]);
  });

  it('are done or declined by those who are asked, once, and the creator gets a mail', async () => {
    const item = await addPost();
    const [one, two] = [await asked({ item, user: posts.ben }), await asked({ item, role: posts.role })];
    await mailed();
    expect(await answered(one.id, { state: 'done' }, ANN)).toEqual({ status: 403, code: 10 });
    expect(await answered(one.id, { state: 'done' }, ADMIN_TOKEN)).toEqual({ status: 403, code: 10 });
    expect(await answered(one.id, { state: 'done' }, EVE)).toEqual({ status: 404, code: 203 });
    expect(await answered(one.id, { state: 'declined' }, BEN)).toEqual({ status: 422, code: 4 });
    expect(await answered(one.id, { state: 'ended' }, BEN)).toEqual({ status: 422, code: 4 });
    expect(await answered(one.id, { state: 'declined', answer: 'Not mine' }, BEN)).toMatchObject({ status: 200 });
    expect(await answered(one.id, { state: 'done' }, BEN)).toEqual({ status: 409, code: 4 });
    expect(await answered(two.id, { state: 'done' }, BEN)).toMatchObject({ status: 200 });
    expect(await mailed()).toEqual([
      expect.stringContaining('ann@example.com: ben ben has declined'),
      expect.stringContaining('ann@example.com: ben ben has done'),
    ]);
    expect(await listed(`item=${item}`, ANN)).toMatchObject([
      { id: two.id, state: 'done', answered_by: posts.ben },
      { id: one.id, state: 'declined', answer: 'Not mine' },
    ]);
  });

  it('get one answer, even if several users of a role answer at once', async () => {
    const item = await addPost();
    for (let time = 0; time < 3; time++) {
      const { id } = await asked({ item, role: posts.role }, ADMIN_TOKEN);
      const answers = await Promise.all(
        [ANN, BEN].map((token) => answered(id, { state: 'declined', answer: token }, token)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    }
    expect((await mailed()).filter((mail) => mail.includes('has declined'))).toHaveLength(3);
  });

  it.each([
    ['a change of the item', (item: number) => project.write('PATCH', `/items/posts/${item}`, { state: 'done' })],
    ['a batch', (item: number) => project.write('PATCH', '/items/posts', [{ id: item, state: 'done' }])],
    ['several keys', (item: number) => project.write('PATCH', `/items/posts/${item},${item}`, { state: 'done' })],
    [
      'a deletion that is a status',
      (item: number) => project.write('PATCH', `/items/posts/${item}`, { state: 'gone' }),
    ],
    [
      'a nested write',
      (item: number) => project.write('POST', '/items/teams', { posts: [{ id: item, state: 'done' }] }),
    ],
    [
      'GraphQL',
      (item: number) =>
        project.ask('POST', '/gql', {
          query: `mutation { update_posts(ids: [${item}], set: { state: "done" }) { id } }`,
        }),
    ],
    [
      'a job that changes what a filter finds',
      (item: number) => {
        const filter = { id: { eq: item } };
        return doJob(project, { kind: 'update', collection: 'posts', filter, payload: { state: 'done' } });
      },
    ],
    [
      'an import',
      (item: number) =>
        imported(project, JSON.stringify([{ id: item, state: 'done' }]), {
          collection: 'posts',
          mode: 'update',
          key: 'id',
        }),
    ],
    [
      'a schedule',
      async (item: number) => {
        await schedule(project, { item }, ANN);
        await makeDue(project);
      },
    ],
    [
      'a revert',
      async (item: number) => {
        const path = `/items/posts/${item}/revisions?sort=id&limit=1&fields=id`;
        const [first] = await project.read<{ id: number }[]>(path);
        await project.write('PATCH', `/items/posts/${item}/revert/${first?.id}`);
      },
    ],
  ])('end by themselves when the item leaves the status by %s', async (what, leave) => {
    const item = await addPost(what === 'a revert' ? { state: 'done' } : {});
    if (what === 'a revert') await project.write('PATCH', `/items/posts/${item}`, { state: 'open' });
    const { id } = await asked({ item, user: posts.ben });
    await mailed();
    await project.write('PATCH', `/items/posts/${item}`, { title: 'The status stays', state: 'open' });
    expect(await listed(`item=${item}`)).toMatchObject([{ id, state: 'open' }]);
    await leave(item);
    expect(await listed(`item=${item}&state=ended`)).toMatchObject([{ id, state: 'ended' }]);
    expect(await answered(id, { state: 'done' }, BEN)).toMatchObject({ code: expect.anything() });
    const expected =
      what === 'a schedule' ? [] : [expect.stringContaining('ann@example.com: Something that you asked')];
    expect(await mailed()).toEqual(expected);
  });

  it('end with the deletion of the item, and a later item with its key has none', async () => {
    const item = await addPost();
    await asked({ item, user: posts.ben });
    await mailed();
    await project.write('DELETE', `/items/posts/${item}`);
    expect(await mailed()).toEqual([expect.stringContaining('ann@example.com: Something that you asked')]);
    await addPost({ id: item });
    expect(await listed(`item=${item}`)).toEqual([]);
  });

  it('end if something else than the server has changed the status', async () => {
    const item = await addPost();
    const { id } = await asked({ item, user: posts.ben });
    const { database } = await project.opened();
    await database.transaction((connection) =>
      connection.run({ text: `UPDATE posts SET state = 'done' WHERE id = ${item}`, parameters: [] }),
    );
    expect(await listed(`asked=me&state=open&item=${item}`, BEN)).toEqual([]);
    expect(await listed(`state=ended&item=${item}`, BEN)).toMatchObject([{ id }]);
    expect(await answered(id, { state: 'done' }, BEN)).toEqual({ status: 409, code: 4 });
  });

  it('are refused for users who may not read the item, are inactive or not visible, with one answer', async () => {
    const item = await addPost();
    const refused = { status: 422, code: 4 };
    for (const wrong of [{ user: eve }, { user: 999_999 }, { role: strangers }, { role: 999 }, { role: 2 }, {}])
      expect([wrong, await ask({ item, ...wrong })]).toEqual([wrong, refused]);
    expect(await ask({ item, user: posts.ben, role: posts.role })).toEqual(refused);
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'suspended' });
    expect(await ask({ item, user: posts.ben })).toEqual(refused);
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'active' });
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=directus_users&filter[role]=${posts.role}&fields=id`,
    );
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'mine' });
    expect(await ask({ item, user: posts.ben })).toEqual(refused);
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'full' });
  });

  it('are refused without rights to the item, with invalid texts or dates, or on other collections', async () => {
    const item = await addPost();
    const to = { item, user: posts.ben };
    expect(await ask(to, EVE)).toEqual({ status: 403, code: 302 });
    expect(await ask(to, null)).toEqual({ status: 401, code: 108 });
    expect(await ask({ ...to, item: 999_999 })).toEqual({ status: 404, code: 203 });
    expect(await ask({ ...to, collection: 'nothing' })).toEqual({ status: 404, code: 200 });
    const wrong = [
      { due: inSeconds(-5) },
      { due: 'tomorrow' },
      { due: '2199-01-01T00:00:00' },
      { note: 'x'.repeat(2001) },
      { collection: 'teams' },
      { collection: 'directus_users', item: 1 },
      { user: 'ben' },
    ];
    for (const each of wrong) expect([each, await ask({ ...to, ...each })]).toEqual([each, { status: 422, code: 4 }]);
  });

  it('are refused with a limited API key, and in a view', async () => {
    const item = await addPost();
    const { body } = await project.ask('POST', '/users/me/keys', { name: 'reads', read_only: true }, ANN);
    const { key } = body.data as { key: string };
    const { id } = await asked({ item, role: posts.role });
    expect(await ask({ item, user: posts.ben }, key)).toEqual({ status: 403, code: 10 });
    expect(await answered(id, { state: 'done' }, key)).toEqual({ status: 403, code: 10 });
    expect((await project.ask('DELETE', `/tasks/${id}`, undefined, key)).status).toBe(403);
    expect((await project.ask('GET', `/tasks?item=${item}`, undefined, key)).status).toBe(200);
  });

  it('are withdrawn by their creator or an administrator, and deleted when they are over', async () => {
    const item = await addPost();
    const remove = async (id: number, token: string): Promise<number> =>
      (await project.ask('DELETE', `/tasks/${id}`, undefined, token)).status;
    const [one, two] = [await asked({ item, user: posts.ben }), await asked({ item, user: posts.ben })];
    expect([await remove(one.id, BEN), await remove(one.id, EVE)]).toEqual([403, 404]);
    expect(await remove(one.id, ANN)).toBe(204);
    expect(await remove(one.id, ANN)).toBe(404);
    await answered(two.id, { state: 'done' }, BEN);
    expect(await remove(two.id, ADMIN_TOKEN)).toBe(204);
    expect(await listed(`item=${item}`)).toEqual([]);
  });

  it('disappear while the item may not be read, and send no mail then', async () => {
    const item = await addPost({ owner: posts.ann });
    await mailed();
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=posts&filter[role]=${posts.role}&fields=id`,
    );
    mails.refuse(451);
    const { id } = await asked({ item, user: posts.ben }, ADMIN_TOKEN);
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'none' });
    expect(await listed('asked=me', BEN)).toEqual([]);
    expect(await answered(id, { state: 'done' }, BEN)).toEqual({ status: 404, code: 203 });
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'full' });
    expect(await listed(`asked=me&item=${item}`, BEN)).toHaveLength(1);
  });

  it('hide the status from users who may not see it', async () => {
    const item = await addPost();
    await asked({ item, user: posts.ben });
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=posts&filter[role]=${posts.role}&fields=id`,
    );
    await project.write('PATCH', `/permissions/${row?.id}`, { read_field_blacklist: ['state', 'secret'] });
    expect(await listed(`item=${item}`, BEN)).toMatchObject([{ status: null, state: 'open' }]);
    await project.write('PATCH', `/permissions/${row?.id}`, { read_field_blacklist: ['secret'] });
  });

  it('survive the user who is asked, and end with a role that is deleted', async () => {
    const item = await addPost();
    const member = { first_name: 'mo', last_name: 'mo', email: 'mo@example.com', password: 'Some-Secret-1' };
    const role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Reviewers' })).id;
    await project.write('POST', '/permissions', { collection: 'posts', role, read: 'full' });
    const person = { ...member, role, token: 'the-token-of-mo', status: 'active' };
    const mo = (await project.write<{ id: number }>('POST', '/users', person)).id;
    const [toMo, toRole] = [await asked({ item, user: mo }), await asked({ item, role })];
    await project.write('PATCH', `/users/${mo}`, { status: 'suspended' });
    await mailed();
    expect((await project.ask('GET', '/tasks?asked=me', undefined, 'the-token-of-mo')).status).toBe(401);
    expect(await listed(`item=${item}&state=open`)).toHaveLength(2);
    await project.write('DELETE', `/users/${mo}`);
    await project.write('DELETE', `/roles/${role}`);
    expect(await listed(`item=${item}&state=ended`)).toMatchObject([{ id: toRole.id }]);
    expect(await listed(`item=${item}&state=open`)).toMatchObject([{ id: toMo.id }]);
    expect(await mailed()).toEqual([expect.stringContaining('ann@example.com: Something that you asked')]);
  });

  it('are limited to 20 per item', async () => {
    const item = await addPost();
    for (let time = 0; time < 20; time++) await asked({ item, user: posts.ben });
    expect(await ask({ item, user: posts.ben })).toEqual({ status: 422, code: 4 });
  });

  it('are recorded without their texts', async () => {
    const item = await addPost();
    const one = await asked({ item, user: posts.ben, note: 'Mind the commas' });
    await answered(one.id, { state: 'declined', answer: 'No commas' }, BEN);
    const two = await asked({ item, user: posts.ben });
    await project.ask('DELETE', `/tasks/${two.id}`, undefined, ANN);
    const query = `filter[collection]=posts&filter[item]=${item}&filter[action][in]=task,task-declined,task-withdrawn`;
    const rows = await project.read(`/activity?${query}&fields=action,action_by,comment&sort=id`);
    expect(rows).toEqual([
      { action: 'task', action_by: posts.ann, comment: null },
      { action: 'task-declined', action_by: posts.ben, comment: null },
      { action: 'task', action_by: posts.ann, comment: null },
      { action: 'task-withdrawn', action_by: posts.ann, comment: null },
    ]);
  });

  it('offer users and roles who may read the item', async () => {
    const item = await addPost();
    const { body } = await project.ask('GET', `/tasks/askable?collection=posts&item=${item}`, undefined, ANN);
    const { users, roles } = body.data as { users: { first_name: string }[]; roles: { name: string }[] };
    expect(users.map(({ first_name }) => first_name)).toContain('ben');
    expect(users.map(({ first_name }) => first_name)).not.toContain('eve');
    expect(roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['Administrator', 'Members']));
    expect(roles.map(({ name }) => name)).not.toContain('Strangers');
  });
});
