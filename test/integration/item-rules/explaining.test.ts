import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { SEED, thoroughly } from '../../support/battery.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';
import { ServerProcess } from '../../support/server-process.ts';

/** How many explanations are compared with the outcome of requests, on each engine. */
const QUESTIONS = thoroughly(40);
const PER_POLICY = 10;
const TIMEOUT_MS = 60_000 + QUESTIONS * 500;
const LEVELS = ['none', 'mine', 'role', 'full'];

onEveryEngine(`explanations of permissions, seed ${SEED}`, ({ server, project }) => {
  let posts: Posts;
  let keys: number[];
  beforeAll(async () => {
    posts = await addPosts(project);
    await project.write('POST', '/items/teams', [{ name: 'red' }, { name: 'blue' }]);
    const made: { id: number }[] = [];
    for (const [token, state, team, minutes] of [
      [undefined, 'open', 1, 1],
      [ANN, 'open', 1, 5],
      [BEN, 'open', 2, 9],
      [ANN, 'done', 2, 9],
      [BEN, 'done', 1, 1],
      [ANN, 'gone', 1, 1],
    ] as const) {
      const { body } = await project.ask('POST', '/items/posts', { title: 't', state, team, minutes }, token);
      made.push(body.data as { id: number });
    }
    const all = await project.read<{ id: number }[]>('/items/posts?status=*&fields=id&limit=-1');
    keys = all.map(({ id }) => id);
    expect(made).toHaveLength(keys.length);
  });

  const explain = async (question: Payload, token?: string): Promise<Payload> => {
    const { status, text, body } = await project.ask('POST', '/permissions/explain', question, token);
    expect(status, text).toBe(200);
    return body.data as Payload;
  };

  const removeAll = async (): Promise<void> => {
    for (const { id } of await project.read<{ id: number }[]>('/permissions/rules'))
      await project.write('DELETE', `/permissions/rules/${id}`);
    const rows = await project.read<{ id: number }[]>(
      `/permissions?filter[role]=${posts.role}&filter[collection]=posts&fields=id&limit=-1`,
    );
    for (const { id } of rows) await project.write('DELETE', `/permissions/${id}`);
  };

  it('name the row, the rules and the fields that decide', async () => {
    await removeAll();
    const permission = { collection: 'posts', role: posts.role, read: 'full', update: 'full' };
    const lists = { read_field_blacklist: ['secret'], write_field_blacklist: ['minutes'] };
    const { id } = await project.write<{ id: number }>('POST', '/permissions', { ...permission, ...lists });
    const filter = { 'team.name': { eq: 'red' } };
    await project.write('POST', '/permissions/rules', {
      role: posts.role,
      collection: 'posts',
      action: 'update',
      filter,
    });
    const question = { collection: 'posts', item: keys[2], action: 'update' };
    const own = await explain(question, ANN);
    expect(own).toMatchObject({
      allowed: false,
      refusal: { code: 302 },
      user: posts.ann,
      permission: { id, status: null, level: 'full' },
      rules: [{ part: 'filter', words: 'team.name equal "red"', holds: false, problem: null }],
      values: null,
    });
    expect(own.fields).toEqual(
      expect.arrayContaining([
        { field: 'secret', hidden: `read_field_blacklist of permission ${id}`, unwritable: null },
        { field: 'minutes', hidden: null, unwritable: `write_field_blacklist of permission ${id}` },
      ]),
    );
    expect(await explain({ ...question, user: posts.ann })).toMatchObject({ allowed: false, values: { team: 2 } });
    const flags = [
      '--project',
      project.key,
      '--data',
      server.data,
      '--email',
      'ann@example.com',
      '--item',
      `${keys[2]}`,
    ];
    const { stdout } = await new ServerProcess([
      'explain',
      '--collection',
      'posts',
      '--action',
      'update',
      ...flags,
    ]).ended();
    expect(stdout).toMatch(
      /^denied: Updating item.*\npermission \d+: full\nrule \d+, filter: team.name equal "red" \(not fulfilled\)/,
    );
    expect(await explain({ ...question, role: posts.role, item: keys[0] })).toMatchObject({ allowed: true });
    expect(await explain({ ...question, fields: ['minutes'], item: keys[0] }, ANN)).toMatchObject({
      refusal: { code: 305 },
    });
  });

  it('answer others about themselves only, and strangers nothing', async () => {
    const question = { collection: 'posts', action: 'read' };
    const status = async (more: Payload, token: string | null) =>
      (await project.ask('POST', '/permissions/explain', { ...question, ...more }, token)).status;
    expect(await status({ user: posts.ben }, ANN)).toBe(401);
    expect(await status({ role: 1 }, ANN)).toBe(401);
    expect(await status({ user: posts.ann, role: posts.role }, ANN)).toBe(200);
    expect(await status({}, null)).toBe(401);
    expect(await status({ action: 'guess' }, ANN)).toBe(422);
    expect(await status({ fields: ['nothing'] }, ANN)).toBe(422);
  });

  it('answer each question of a list, and refuse a list with an invalid one', async () => {
    const question = { collection: 'posts', action: 'update', fields: [] };
    const asked = [...keys, 999_999].map((item) => ({ ...question, item }));
    const { body } = await project.ask('POST', '/permissions/explain', asked, ANN);
    const alone = await Promise.all(asked.map((each) => explain(each, ANN)));
    expect(body.data).toEqual(alone);
    expect(new Set(alone.map(({ allowed }) => allowed)).size).toBe(2);
    const refusal = async (list: readonly unknown[], token = ANN): Promise<unknown> => {
      const { status, body } = await project.ask('POST', '/permissions/explain', list, token);
      return [status, body.error?.code];
    };
    expect(await refusal([...asked, { ...question, user: posts.ben }])).toEqual([401, 3]);
    expect(await refusal([...asked, { ...question, fields: ['nothing'] }])).toEqual([422, 202]);
    expect(await refusal([...asked, 7])).toEqual([422, 12]);
    expect(await refusal(Array.from({ length: 101 }, () => question))).toEqual([422, 12]);
    expect((await project.ask('POST', '/permissions/explain', [], ANN)).body.data).toEqual([]);
  });

  it('are referred to by a header of denied writes, and answer its question', async () => {
    const { headers, status } = await project.fetch(
      'PATCH',
      `/items/posts/${keys[2]}`,
      { title: 'x' },
      {
        Authorization: `Bearer ${ANN}`,
      },
    );
    expect(status).toBe(403);
    const question = JSON.parse(headers.get('Octavo-Explain') ?? '') as Payload;
    expect(question).toEqual({ collection: 'posts', action: 'update', item: String(keys[2]) });
    expect(await explain(question, ANN)).toMatchObject({ allowed: false });
    const denied = await project.fetch('POST', '/items/posts', { title: 'x' }, { Authorization: 'Bearer no' });
    expect(denied.headers.get('Octavo-Explain')).toBeNull();
  });

  it('are referred to across origins, by SCIM, and by the errors of mutations', async () => {
    const ann = { Authorization: `Bearer ${ANN}` };
    const elsewhere = { ...ann, Origin: 'https://studio.example.com' };
    const denied = await project.fetch('PATCH', `/items/posts/${keys[2]}`, { title: 'x' }, elsewhere);
    expect(denied.headers.get('Access-Control-Expose-Headers')).toBe('Octavo-Explain');
    const group = { schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'], displayName: 'Mine' };
    const scim = await project.fetch('POST', '/scim/v2/Groups', group, ann);
    expect(scim.status).toBe(403);
    expect(JSON.parse(scim.headers.get('Octavo-Explain') ?? '')).toEqual({
      collection: 'directus_roles',
      action: 'create',
    });
    const query = `mutation { update_posts(ids: ["${keys[2]}"], set: { title: "x" }) { id } }`;
    const { body } = await project.ask('POST', '/gql', { query }, ANN);
    const [error] = body.errors as unknown as { readonly extensions: Payload }[];
    expect(error?.extensions.explain).toEqual({ collection: 'posts', action: 'update' });
    expect(await explain({ ...(error?.extensions.explain as Payload), item: keys[2] }, ANN)).toMatchObject({
      allowed: false,
    });
  });

  it('reveal nothing of items that the caller may not read', async () => {
    await removeAll();
    const row = { collection: 'posts', role: posts.role };
    for (const [status, create] of [
      ['open', 'full'],
      ['done', 'none'],
    ])
      await project.write('POST', '/permissions', { ...row, status, create, read: 'none' });
    const answers = await Promise.all(
      [...keys, 999_999].map((item) =>
        explain({ collection: 'posts', action: 'create', item, fields: ['state'] }, ANN),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify({ ...answer, item: null }))).size).toBe(1);
  });

  it(
    'match the answers to requests',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          policies,
          fc.array(questions, { minLength: PER_POLICY, maxLength: PER_POLICY }),
          async (policy, asked) => {
            await removeAll();
            for (const row of policy.rows)
              await project.write('POST', '/permissions', { ...row, role: posts.role, collection: 'posts' });
            for (const rule of policy.rules)
              await project.write('POST', '/permissions/rules', { ...rule, role: posts.role, collection: 'posts' });
            for (const { action, at, field } of asked) {
              const item = keys[at] ?? 999;
              const question = {
                collection: 'posts',
                action,
                ...(action !== 'create' && { item }),
                ...(action === 'update' && { fields: [field] }),
              };
              const { allowed } = await explain(question, ANN);
              expect(await explain({ ...question, user: posts.ann })).toMatchObject({ allowed });
              expect(await isDone(action, item, field), JSON.stringify([policy, question])).toBe(allowed);
            }
          },
        ),
        { seed: SEED, numRuns: Math.max(1, Math.round(QUESTIONS / PER_POLICY)), endOnFailure: true },
      );
    },
    TIMEOUT_MS,
  );

  /** Whether a request is allowed. Its changes are undone. */
  async function isDone(action: string, item: number, field: string): Promise<boolean> {
    const path = `/items/posts/${item}`;
    const before = await project.ask('GET', `/items/posts?status=*&filter[id][eq]=${item}`);
    const [post] = before.body.data as Payload[];
    const body = action === 'update' ? { [field]: post?.[field] ?? null } : undefined;
    const isNew = action === 'create';
    const { status } = await project.ask(METHODS[action] ?? '', isNew ? '/items/posts' : path, isNew ? {} : body, ANN);
    if (status < 300 && action === 'delete') await restore(post ?? {});
    if (status < 300 && action === 'create') await removeNew();
    return status < 300;
  }

  async function restore(post: Payload): Promise<void> {
    const { dialect, database } = await project.opened();
    const columns = ['id', 'state', 'owner', 'title', 'minutes', 'team'];
    const text = dialect.printer.insert({ table: 'posts', columns }, null);
    await database.run({ text, parameters: columns.map((name) => (post[name] ?? null) as string | number | null) });
  }

  async function removeNew(): Promise<void> {
    const all = await project.read<{ id: number }[]>('/items/posts?status=*&fields=id&limit=-1');
    for (const { id } of all.filter((each) => !keys.includes(each.id)))
      await project.write('DELETE', `/items/posts/${id}`);
  }
});

const METHODS: Readonly<Record<string, string>> = { create: 'POST', read: 'GET', update: 'PATCH', delete: 'DELETE' };
const level = fc.constantFrom(...LEVELS);
const row = (status: string | null): fc.Arbitrary<Payload> =>
  fc.record({
    status: fc.constant(status),
    create: level,
    read: level,
    update: level,
    delete: level,
    explain: fc.constant('none'),
    write_field_blacklist: fc.subarray(['title', 'minutes'], { maxLength: 1 }),
  });
const filters: fc.Arbitrary<Payload> = fc.constantFrom<Payload>(
  { 'team.name': { eq: 'red' } },
  { owner: { eq: '$me' } },
  { minutes: { gte: 5 } },
  { title: { eq: 't' }, owner: { neq: '$me', logical: 'or' } },
);
const rules: fc.Arbitrary<Payload[]> = fc.uniqueArray(
  fc.record({
    action: fc.constantFrom('read', 'update', 'delete'),
    status: fc.constantFrom(null, 'open'),
    filter: filters,
  }),
  { maxLength: 3, selector: ({ action, status }) => `${action} ${status}` },
);
const policies = fc.record({
  rows: fc.oneof<fc.Arbitrary<Payload[]>[]>(fc.tuple(row(null)), fc.tuple(row('open'), row('done')), fc.constant([])),
  rules,
});
const questions = fc.record({
  action: fc.constantFrom('create', 'read', 'update', 'delete'),
  at: fc.integer({ min: 0, max: 6 }),
  field: fc.constantFrom('title', 'minutes'),
});
