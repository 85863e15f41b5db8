import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyed } from '../support/api-keys.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../support/posts.ts';
import type { Payload } from '../support/project.ts';

const EVE = 'the-token-of-eve-who-reads-none';

interface Mention {
  readonly id: number;
  readonly item: string;
  readonly text: string;
  readonly by: number;
}

onEveryEngine('mentions in comments', ({ project, prepare }) => {
  let mails: MailServer;
  let posts: Posts;
  let eve: number;

  prepare(async () => {
    mails = await startMailServer();
    return { project: { mail: mails.config, mail_from: 'shop@example.com' } };
  });
  afterAll(() => mails.stop());
  beforeAll(async () => {
    posts = await addPosts(project);
    for (const collection of ['directus_activity', 'directus_users'])
      await project.write('POST', '/permissions', { collection, role: posts.role, read: 'full', create: 'full' });
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Strangers' });
    await project.write('POST', '/permissions', { collection: 'directus_activity', role, read: 'full' });
    const user = { first_name: 'eve', last_name: 'eve', email: 'eve@example.com', password: 'Some-Secret-1' };
    eve = (await project.write<{ id: number }>('POST', '/users', { ...user, role, token: EVE, status: 'active' })).id;
  });

  const addPost = async (more: Payload = {}): Promise<number> =>
    (await project.write<{ id: number }>('POST', '/items/posts', { title: 'The secret title', ...more })).id;
  const comment = async (
    item: number,
    mentions: unknown,
    token: string = ANN,
  ): Promise<{ status: number; data: Payload }> => {
    const body = { collection: 'posts', item, comment: '@ben look at this', mentions };
    const { status, body: answer } = await project.ask('POST', '/activity/comment', body, token);
    return { status, data: answer.data as Payload };
  };
  const mentionsOf = async (token: string): Promise<readonly Mention[]> =>
    (await project.ask('GET', '/mentions', undefined, token)).body.data as readonly Mention[];
  const settled = async (): Promise<readonly string[]> => {
    await (await project.opened()).workSettled(10_000);
    return mails.received.splice(0).flatMap(({ recipients }) => recipients);
  };

  it('mail those who are mentioned, without the comment and the item, and list them', async () => {
    const item = await addPost();
    const { status, data } = await comment(item, [posts.ben, posts.ann]);
    expect([status, data.comment]).toEqual([200, '@ben look at this']);
    await (await project.opened()).workSettled(10_000);
    const [mail] = mails.received;
    expect(mail?.recipients).toEqual(['ben@example.com']);
    expect(`${mail?.mail.subject}${mail?.mail.text}${mail?.mail.html}`).not.toMatch(/look at this|secret title/);
    expect(await settled()).toHaveLength(1);
    expect(await mentionsOf(BEN)).toMatchObject([
      { item: String(item), comment: data.id, text: '@ben look at this', by: posts.ann },
    ]);
    expect(await mentionsOf(ANN)).toEqual([]);
    const [mention] = await mentionsOf(BEN);
    expect((await project.ask('DELETE', `/mentions/${mention?.id}`, undefined, ANN)).status).toBe(404);
    const limited = await keyed(project, { read_only: true }, posts.ben);
    expect((await limited('DELETE', `/mentions/${mention?.id}`)).body.error?.code).toBe(10);
    expect(await mentionsOf(BEN)).toHaveLength(1);
    expect((await project.ask('DELETE', `/mentions/${mention?.id}`, undefined, BEN)).status).toBe(204);
    expect(await mentionsOf(BEN)).toEqual([]);
  });

  it('are added by an edit of the comment, once per user, even for those who have seen theirs', async () => {
    const item = await addPost();
    const { data } = await comment(item, [posts.ben]);
    const [seen] = await mentionsOf(BEN);
    expect((await project.ask('DELETE', `/mentions/${seen?.id}`, undefined, BEN)).status).toBe(204);
    expect((await project.ask('DELETE', `/mentions/${seen?.id}`, undefined, BEN)).status).toBe(404);
    expect(await settled()).toEqual(['ben@example.com']);
    const change = (mentions?: readonly number[]) =>
      project.ask('PATCH', `/activity/comment/${data.id}`, { comment: 'And you', mentions });
    const { body } = await change([posts.ann, posts.ben, eve]);
    expect(body.data).toMatchObject({ id: data.id, comment: 'And you' });
    await change([posts.ann]);
    await change();
    expect(await settled()).toEqual(['ann@example.com']);
    expect(await mentionsOf(ANN)).toMatchObject([{ comment: data.id, text: 'And you', by: 1 }]);
    expect([await mentionsOf(BEN), await mentionsOf(EVE)]).toEqual([[], []]);
    const refused = await project.ask('PATCH', `/activity/comment/${data.id}`, { comment: 'x', mentions: 'ann' });
    expect(refused.status).toBe(422);
    const denied = { comment: 'x', mentions: [posts.ben] };
    expect((await project.ask('PATCH', `/activity/comment/${data.id}`, denied, EVE)).status).toBe(404);
    expect([await settled(), await mentionsOf(BEN)]).toEqual([[], []]);
    const [mine] = await mentionsOf(ANN);
    await project.ask('DELETE', `/mentions/${mine?.id}`, undefined, ANN);
  });

  it('leave out users who may not read the item or do not exist, with the same answer', async () => {
    const item = await addPost();
    const answers = [await comment(item, [eve]), await comment(item, [999_999]), await comment(item, [])];
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ data }) => Object.keys(data).join()))).toHaveProperty('size', 1);
    expect([await settled(), await mentionsOf(EVE)]).toEqual([[], []]);
  });

  it('leave out users whom the author may not see', async () => {
    const item = await addPost();
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=directus_users&filter[role]=${posts.role}&fields=id`,
    );
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'mine' });
    expect((await comment(item, [posts.ben])).status).toBe(200);
    const path = `/mentions/users?collection=posts&item=${item}`;
    expect((await project.ask('GET', path, undefined, ANN)).body.data).toEqual([]);
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'full' });
    expect([await settled(), await mentionsOf(BEN)]).toEqual([[], []]);
  });

  it('disappear while the item or the comment may not be read', async () => {
    const item = await addPost();
    const { data } = await comment(item, [posts.ben]);
    expect(await mentionsOf(BEN)).toHaveLength(1);
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=posts&filter[role]=${posts.role}&fields=id`,
    );
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'mine' });
    expect(await mentionsOf(BEN)).toEqual([]);
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'full' });
    expect(await mentionsOf(BEN)).toHaveLength(1);
    const [activity] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=directus_activity&filter[role]=${posts.role}&fields=id`,
    );
    await project.write('PATCH', `/permissions/${activity?.id}`, { read_field_blacklist: ['comment'] });
    expect(await mentionsOf(BEN)).toEqual([]);
    await project.write('PATCH', `/permissions/${activity?.id}`, { read_field_blacklist: null });
    expect(await mentionsOf(BEN)).toHaveLength(1);
    expect((await project.ask('DELETE', `/activity/comment/${data.id}`, undefined, ANN)).status).toBe(204);
    expect(await mentionsOf(BEN)).toEqual([]);
    await settled();
  });

  it('send no mail to users who have turned mails off, and few from one author', async () => {
    const item = await addPost();
    await settled();
    await project.write('PATCH', `/users/${posts.ann}`, { email_notifications: false });
    await comment(item, [posts.ann], BEN);
    expect([await settled(), await mentionsOf(ANN)]).toMatchObject([[], [{ by: posts.ben }]]);
    for (let time = 0; time < 8; time++) await comment(item, [posts.ben]);
    expect((await settled()).length).toBeLessThanOrEqual(5);
  });

  it('are offered for users who are active and may read the item', async () => {
    const item = await addPost();
    const offered = async (search: string, token: string = ANN): Promise<unknown> => {
      const path = `/mentions/users?collection=posts&item=${item}&search=${encodeURIComponent(search)}`;
      const { body, status } = await project.ask('GET', path, undefined, token);
      return status === 200 ? (body.data as { first_name: string }[]).map((user) => user.first_name) : status;
    };
    expect(await offered('be')).toEqual(['ben']);
    expect(await offered('ben b')).toEqual(['ben']);
    expect(await offered('eve')).toEqual([]);
    expect(await offered('%')).toContain('ben');
    expect(await offered('be', EVE)).toBe(404);
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'suspended' });
    expect(await offered('be')).toEqual([]);
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'active' });
  });
});
