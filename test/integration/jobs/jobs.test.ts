import { beforeAll, expect, it } from 'vitest';
import { id as key, text } from '../../support/fields.ts';
import { doJob, endOf, type JobAnswer, makeJob } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../../support/posts.ts';
import { ADMIN_TOKEN, type Payload } from '../../support/project.ts';

interface Post {
  readonly id: number;
  readonly title: string;
  readonly state: string;
  readonly minutes: number | null;
  readonly owner: number | null;
}

onEveryEngine('jobs', ({ project }) => {
  let posts: Posts;
  beforeAll(async () => {
    posts = await addPosts(project);
  });

  const all = (name: string): Promise<Post[]> =>
    project.read(`/items/posts?limit=-1&status=*&sort=id&fields=*&filter[title][eq]=${name}`);
  /** Makes posts of a series, and returns them as they are. */
  const series = async (name: string, count: number, token = ADMIN_TOKEN): Promise<Post[]> => {
    const made = Array.from({ length: count }, (_, minutes) => ({ title: name, minutes }));
    expect((await project.ask('POST', '/items/posts', made, token)).status).toBe(200);
    return all(name);
  };
  const of = (title: string) => ({ collection: 'posts', filter: { title: { eq: title } } });

  it('change all matching items, each once, with activity that has the comment', async () => {
    const before = await series('change', 60);
    await series('other', 3);
    const body = { kind: 'update', ...of('change'), payload: { minutes: 99 } };
    const { status, body: made } = await project.ask('POST', '/jobs?comment=spring', body);
    expect(status).toBe(200);
    const job = await endOf(project, (made.data as { id: number }).id);
    expect(job).toMatchObject({
      kind: 'update',
      state: 'done',
      user: 1,
      input: { ...of('change'), payload: { minutes: 99 } },
      comment: 'spring',
      progress: { done: 60, total: 60, refused: 0 },
      result: { changed: 60, refused: 0 },
      error: null,
      refused: [],
      undoable: true,
    });
    expect(await all('change')).toEqual(before.map((post) => ({ ...post, minutes: 99 })));
    expect((await all('other')).map(({ minutes }) => minutes)).toEqual([0, 1, 2]);
    const records = await project.read<Payload[]>(
      '/activity?limit=-1&filter[comment][eq]=spring&filter[action][eq]=update',
    );
    expect(records).toHaveLength(60);
  });

  it('accept the lists of conditions that a list accepts', async () => {
    await series('listed', 12);
    const filter = { title: [{ eq: 'listed' }], minutes: [{ gte: 3 }, { lt: 9 }] };
    const job = await doJob(project, { kind: 'update', collection: 'posts', filter, payload: { minutes: 77 } });
    expect(job.progress).toEqual({ done: 6, total: 6, refused: 0 });
    const either = [
      { title: ['listed'], minutes: [{ eq: 77 }] },
      { title: [{ eq: 'listed' }], minutes: { in: [0, 1] } },
    ];
    const deletion = await doJob(project, { kind: 'delete', collection: 'posts', filter: either });
    expect(deletion.progress).toEqual({ done: 8, total: 8, refused: 0 });
    expect((await all('listed')).map(({ minutes }) => minutes)).toEqual([2, 9, 10, 11]);
  });

  it('change items that no longer match once they are changed, and leave others alone', async () => {
    await series('moved', 40);
    const job = await doJob(project, { kind: 'update', ...of('moved'), payload: { title: 'arrived' } });
    expect(job.progress).toEqual({ done: 40, total: 40, refused: 0 });
    expect(await all('moved')).toEqual([]);
    expect(await all('arrived')).toHaveLength(40);
  });

  it('delete all matching items, and restore them with keys and values', async () => {
    const before = await series('gone', 30, ANN);
    expect(before.every(({ owner }) => owner === posts.ann)).toBe(true);
    const deletion = await doJob(project, { kind: 'delete', ...of('gone') });
    expect(deletion).toMatchObject({ state: 'done', result: { changed: 30, refused: 0 } });
    expect(await all('gone')).toEqual([]);
    const undo = await doJob(project, { kind: 'undo', job: deletion.id });
    expect(undo).toMatchObject({ state: 'done', result: { changed: 30, refused: 0 }, undoable: false });
    expect(await all('gone')).toEqual(before);
    expect((await project.read<JobAnswer>(`/jobs/${deletion.id}`)).undoable).toBe(false);
    const again = await project.ask('POST', '/jobs', { kind: 'undo', job: deletion.id });
    expect(again).toMatchObject({ status: 422, body: { error: { code: 4 } } });
  });

  it('restore nothing of a deleted collection into a later one of the same name', async () => {
    const again = { collection: 'again', fields: [key, text('word')] };
    await project.write('POST', '/collections', again);
    await project.write('POST', '/items/again', [{ word: 'former' }, { word: 'former' }]);
    const { id } = await doJob(project, { kind: 'delete', collection: 'again', filter: {} });
    await project.write('DELETE', '/collections/again');
    await project.write('POST', '/collections', again);
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ undoable: false });
    const undo = await project.ask('POST', '/jobs', { kind: 'undo', job: id });
    expect(undo).toMatchObject({ status: 422, body: { error: { code: 4 } } });
  });

  it('undo what was changed, except in items that were changed since', async () => {
    const before = await series('undone', 12);
    const [first, second, third] = before.map(({ id }) => id);
    const change = await doJob(project, { kind: 'update', ...of('undone'), payload: { minutes: 500, state: 'done' } });
    await project.write('PATCH', `/items/posts/${first}`, { minutes: 501 });
    await project.write('PATCH', `/items/posts/${second}`, { secret: 'elsewhere' });
    await project.write('DELETE', `/items/posts/${third}`);
    const undo = await doJob(project, { kind: 'undo', job: change.id });
    expect(undo).toMatchObject({ state: 'done', progress: { done: 12, total: 12, refused: 3 } });
    expect(undo.refused.map(({ key, code }) => [key, code]).sort()).toEqual(
      [first, second, third].map((id) => [String(id), 4]).sort(),
    );
    const after = await all('undone');
    expect(after.map(({ minutes }) => minutes)).toEqual([501, 500, ...before.slice(3).map(({ minutes }) => minutes)]);
    expect(after.map(({ state }) => state)).toEqual(['done', 'done', ...Array(9).fill('open')]);
  });

  it('leave keys alone that are taken again', async () => {
    const [first] = await series('taken', 3);
    const deletion = await doJob(project, { kind: 'delete', ...of('taken') });
    await project.write('POST', '/items/posts', { id: first?.id, title: 'newcomer' });
    const undo = await doJob(project, { kind: 'undo', job: deletion.id });
    expect(undo).toMatchObject({
      result: { changed: 2, refused: 1 },
      refused: [{ key: String(first?.id), code: 204 }],
    });
    expect(await all('newcomer')).toHaveLength(1);
    expect(await all('taken')).toHaveLength(2);
  });

  it('affect only what the role may change, and list the rest, also as CSV', async () => {
    const [rule] = await project.read<{ id: number }[]>(
      `/permissions?filter[role][eq]=${posts.role}&filter[collection][eq]=posts`,
    );
    await project.write('PATCH', `/permissions/${rule?.id}`, { update: 'mine', delete: 'mine' });
    const own = await series('mixed', 5, ANN);
    const others = (await series('mixed', 10, BEN)).slice(5);
    const job = await doJob(project, { kind: 'update', ...of('mixed'), payload: { minutes: 77 } }, ANN);
    expect(job).toMatchObject({ state: 'done', user: posts.ann, result: { changed: 5, refused: 10 } });
    expect(job.refused.map(({ key, code }) => [key, code])).toEqual(others.map(({ id }) => [String(id), 302]));
    expect((await all('mixed')).map(({ minutes }) => minutes === 77)).toEqual([
      ...own.map(() => true),
      ...others.map(() => false),
    ]);
    const csv = await project.ask('GET', `/jobs/${job.id}/refused`, undefined, ANN);
    expect(csv.text.split('\r\n')).toHaveLength(12);
    expect(csv.text.split('\r\n')[0]).toBe('key,code,message');
    const deletion = await doJob(project, { kind: 'delete', ...of('mixed') }, BEN);
    expect(deletion).toMatchObject({ result: { changed: 10, refused: 5 } });
    await project.write('PATCH', `/permissions/${rule?.id}`, { update: 'none', delete: 'none' });
    for (const kind of [{ kind: 'update', payload: { minutes: 1 } }, { kind: 'delete' }])
      expect((await project.ask('POST', '/jobs', { ...kind, ...of('mixed') }, ANN)).status).toBe(403);
    await project.write('PATCH', `/permissions/${rule?.id}`, { update: 'full', delete: 'full' });
  });

  it('validate, and list what is invalid', async () => {
    await series('valid', 4);
    const job = await doJob(project, { kind: 'update', ...of('valid'), payload: { state: 'nowhere' } });
    expect(job).toMatchObject({ state: 'done', result: { changed: 0, refused: 4 } });
    expect(job.refused[0]?.code).toBe(4);
  });

  it('are visible to their users and administrators only', async () => {
    await series('private', 1);
    const job = await makeJob(project, { kind: 'update', ...of('private'), payload: { minutes: 5 } }, ANN);
    await endOf(project, job.id);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/refused'],
      ['GET', '/events'],
      ['POST', '/cancel'],
      ['POST', '/resume'],
      ['DELETE', ''],
    ] as const)
      expect(await project.ask(method, `/jobs/${job.id}${path}`, undefined, BEN), `${method} ${path}`).toMatchObject({
        status: 404,
        body: { error: { code: 203 } },
      });
    expect((await project.ask('POST', '/jobs', { kind: 'undo', job: job.id }, BEN)).status).toBe(404);
    const mine = await project.ask('GET', '/jobs?limit=100', undefined, BEN);
    expect((mine.body.data as JobAnswer[]).every(({ user }) => user === posts.ben)).toBe(true);
    expect((await project.ask('GET', '/jobs', undefined, null)).body.error?.code).toBe(108);
    expect((await project.ask('GET', `/jobs/${job.id}`, undefined, ANN)).status).toBe(200);
    expect((await project.read<JobAnswer[]>('/jobs?limit=1&kind=update&state=done')).map(({ id }) => id)).toEqual([
      job.id,
    ]);
  });

  it.each([
    ['no kind', {}],
    ['a kind of the prototype', { kind: 'constructor' }],
    ['a kind that is no text', { kind: ['update'] }],
    ['no collection', { kind: 'delete', filter: {} }],
    ['no filter', { kind: 'delete', collection: 'posts' }],
    ['a filter as text', { kind: 'delete', collection: 'posts', filter: 'title=a' }],
    [
      'a filter whose condition has no value',
      { kind: 'delete', collection: 'posts', filter: { title: { contains: '' } } },
    ],
    [
      'a filter with a condition without value',
      { kind: 'delete', collection: 'posts', filter: { notes: { has: null } } },
    ],
    ['a filter with a field and no condition', { kind: 'delete', collection: 'posts', filter: { title: {} } }],
    ['a list without conditions', { kind: 'delete', collection: 'posts', filter: { title: [] } }],
    ['a list with an empty condition', { kind: 'delete', collection: 'posts', filter: { title: [{ eq: 'a' }, {}] } }],
    [
      'a list with a condition that would be ignored',
      { kind: 'delete', collection: 'posts', filter: { title: [{ eq: 'a' }, { contains: '' }] } },
    ],
    ['a filter of nothing but logic', { kind: 'delete', collection: 'posts', filter: { title: { logical: 'or' } } }],
    ['an empty alternative', { kind: 'delete', collection: 'posts', filter: [{ title: { eq: 'a' } }, {}] }],
    ['no alternatives', { kind: 'delete', collection: 'posts', filter: [] }],
    ['alternatives that are no objects', { kind: 'delete', collection: 'posts', filter: [1] }],
    [
      'a filter that is too deep',
      { kind: 'delete', collection: 'posts', filter: { a: { b: { c: { d: { e: 1 } } } } } },
    ],
    ['an unknown field', { kind: 'delete', collection: 'posts', filter: { nothing: { eq: 1 } } }],
    ['an unknown member', { kind: 'delete', collection: 'posts', filter: {}, filters: {} }],
    ['a system collection', { kind: 'delete', collection: 'directus_users', filter: {} }],
    ['an internal table', { kind: 'delete', collection: 'octavo_jobs', filter: {} }],
    ['no payload', { kind: 'update', collection: 'posts', filter: {} }],
    ['an empty payload', { kind: 'update', collection: 'posts', filter: {}, payload: {} }],
    ['a payload that is a list', { kind: 'update', collection: 'posts', filter: {}, payload: [{ minutes: 1 }] }],
    ['a payload with the key', { kind: 'update', collection: 'posts', filter: {}, payload: { id: 7 } }],
    [
      'a payload with a nested item',
      { kind: 'update', collection: 'posts', filter: {}, payload: { team: { name: 'x' } } },
    ],
    ['a payload with a list of items', { kind: 'update', collection: 'posts', filter: {}, payload: { notes: [] } }],
    ['an unknown field in the payload', { kind: 'update', collection: 'posts', filter: {}, payload: { none: 1 } }],
    [
      'an input that is too large',
      { kind: 'update', ...{ collection: 'posts', filter: {} }, payload: { title: 'x'.repeat(70_000) } },
    ],
    ['a job that is not there', { kind: 'undo', job: 99_999 }],
    ['a job that is no number', { kind: 'undo', job: { id: 1 } }],
  ])('refuse %s, and make none', async (_what, body) => {
    const before = await project.read('/jobs?limit=1');
    const { status, body: answer } = await project.ask('POST', '/jobs', body);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(answer.error?.code).not.toBeNull();
    expect(await project.read('/jobs?limit=1')).toEqual(before);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'page=0', 'page=-1', 'state=lost', 'kind=none'])(
    'refuse a list with %s',
    async (query) => {
      expect(await project.ask('GET', `/jobs?${query}`)).toMatchObject({ status: 422, body: { error: { code: 4 } } });
    },
  );

  it('are created once by requests with the same idempotency key', async () => {
    await series('once', 1);
    const body = { kind: 'update', ...of('once'), payload: { minutes: 3 } };
    const make = () => project.fetch('POST', '/jobs', body, { 'Idempotency-Key': 'the-same' });
    const [one, two] = [await (await make()).json(), await (await make()).json()];
    expect(two).toEqual(one);
    await endOf(project, (one as { data: JobAnswer }).data.id);
  });

  it('are deleted once they have ended, with everything they keep', async () => {
    await series('kept', 2);
    const { id } = await doJob(project, { kind: 'update', ...of('kept'), payload: { minutes: 9 } });
    for (const change of ['cancel', 'resume'])
      expect(await project.ask('POST', `/jobs/${id}/${change}`)).toMatchObject({ status: 409 });
    expect((await project.ask('DELETE', `/jobs/${id}`)).status).toBe(204);
    expect((await project.ask('GET', `/jobs/${id}`)).status).toBe(404);
    expect((await project.ask('POST', '/jobs', { kind: 'undo', job: id })).status).toBe(404);
  });

  it('are followed by events until they end', async () => {
    await series('followed', 20);
    const { id } = await makeJob(project, { kind: 'update', ...of('followed'), payload: { minutes: 8 } });
    const answer = await project.fetch('GET', `/jobs/${id}/events`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const text = await answer.text();
    const states = [...text.matchAll(/^event: job\ndata: (.*)$/gm)].map(
      ([, json = '']) => JSON.parse(json) as JobAnswer,
    );
    expect(states.at(-1)).toMatchObject({ id, state: 'done', progress: { done: 20 } });
    expect(states.length).toBeLessThan(10);
  });
});
