import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { SEED, thoroughly } from '../../support/battery.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addPosts, type Posts } from '../../support/posts.ts';
import { ADMIN_TOKEN, type Payload } from '../../support/project.ts';

/** How many explanations are compared with the outcome of requests: all on SQLite, some on the other engines. */
const CASES = thoroughly(600);
const CASES_ELSEWHERE = thoroughly(50);
const PER_BATCH = 50;
/** Keys far away from those that the database assigns. */
const FIRST = 1_000_001;
const TIMEOUT_MS = thoroughly(300_000);
const METHODS: Readonly<Record<string, string>> = { create: 'POST', read: 'GET', update: 'PATCH', delete: 'DELETE' };
const COLUMNS = ['id', 'state', 'owner', 'title', 'minutes', 'team'];

interface Somebody {
  readonly id: number;
  readonly token: string | null;
  readonly question: Payload;
}

onEveryEngine(`explanations for users, seed ${SEED}`, ({ engine, project }) => {
  const people: Record<string, Somebody> = {};
  let posts: Posts;
  let roles: readonly number[];
  let stored: Payload[];

  const addUser = async (name: string, more: Payload): Promise<void> => {
    const token = `the-token-of-${name}-itself`;
    const user = {
      first_name: name,
      last_name: name,
      email: `${name}@cases.example`,
      password: 'Some-Secret-1',
      token,
    };
    const { id } = await project.write<{ id: number }>('POST', '/users', { status: 'active', ...user, ...more });
    people[name] = { id, token, question: { user: id } };
  };

  beforeAll(async () => {
    posts = await addPosts(project);
    const addRole = async (name: string, more: Payload = {}): Promise<number> =>
      (await project.write<{ id: number }>('POST', '/roles', { name, ...more })).id;
    const [writers, guarded, gone] = [await addRole('Writers'), await addRole('Guarded'), await addRole('Gone')];
    roles = [posts.role, writers, guarded, 2];
    await addUser('member', { role: posts.role });
    await addUser('writer', { role: writers });
    await addUser('unguarded', { role: guarded });
    await addUser('suspended', { role: posts.role, status: 'suspended' });
    await addUser('draft', { role: writers, status: 'draft' });
    await addUser('orphan', { role: gone });
    await project.write('DELETE', `/roles/${gone}`);
    await project.write('PATCH', `/roles/${guarded}`, { enforce_2fa: true });
    people.administrator = { id: 1, token: ADMIN_TOKEN, question: { user: 1 } };
    people.public = { id: 0, token: null, question: { role: 2 } };
    await project.write('POST', '/items/teams', [{ name: 'red' }, { name: 'blue' }]);
    for (const [index, [who, state, team, minutes]] of POSTS.entries())
      await restore({ id: FIRST + index, state, owner: people[who]?.id ?? 1, title: 't', minutes, team });
    stored = await project.read<Payload[]>(`/items/posts?status=*&fields=${COLUMNS.join()}&limit=-1`);
  });

  async function decide(policies: readonly Policy[]): Promise<void> {
    for (const { id } of await project.read<{ id: number }[]>('/permissions/rules'))
      await project.write('DELETE', `/permissions/rules/${id}`);
    const old = await project.read<{ id: number }[]>('/permissions?filter[collection]=posts&fields=id&limit=-1');
    if (old.length > 0) await project.write('DELETE', `/permissions/${old.map(({ id }) => id).join()}`);
    for (const [index, { rows, rules }] of policies.entries()) {
      const to = { role: roles[index], collection: 'posts' };
      if (rows.length > 0)
        await project.write(
          'POST',
          '/permissions',
          rows.map((row) => ({ ...row, ...to })),
        );
      for (const rule of rules) await project.write('POST', '/permissions/rules', { ...rule, ...to });
    }
  }

  async function explain({ who, action, at, field }: Question): Promise<unknown> {
    const question = {
      ...people[who]?.question,
      collection: 'posts',
      action,
      ...(action !== 'create' && { item: stored[at]?.id ?? 999 }),
      ...(action === 'update' && { fields: [field] }),
    };
    const { body, text } = await project.ask('POST', '/permissions/explain', question);
    return (body.data as { allowed?: boolean } | undefined)?.allowed ?? text;
  }

  /** Whether a request is allowed. Its changes are undone. */
  async function isDone({ action, at, field }: Question, token: string | null): Promise<boolean> {
    const post = stored[at];
    const path = action === 'create' ? '/items/posts' : `/items/posts/${post?.id ?? 999}`;
    const body = { create: {}, update: { [field]: post?.[field] ?? null } }[action as string];
    const { status } = await project.ask(METHODS[action] ?? '', path, body, token);
    expect(status, `${action} answers ${status}`).toBeLessThan(500);
    if (status < 300 && action === 'delete' && post) await restore(post);
    if (status < 300 && action === 'create') await removeNew();
    return status < 300;
  }

  async function restore(post: Payload): Promise<void> {
    const { dialect, database } = await project.opened();
    const text = dialect.printer.insert({ table: 'posts', columns: COLUMNS }, null);
    await database.run({ text, parameters: COLUMNS.map((name) => (post[name] ?? null) as string | number | null) });
  }

  async function removeNew(): Promise<void> {
    const known = stored.map(({ id }) => id).join();
    const all = await project.read<{ id: number }[]>(
      `/items/posts?status=*&fields=id&filter[id][nin]=${known}&limit=-1`,
    );
    for (const { id } of all) await project.write('DELETE', `/items/posts/${id}`);
  }

  it(
    'match the answers that the same users get, whatever their role, rules, statuses and accounts',
    async () => {
      const batches = Math.max(1, Math.round((engine === 'sqlite' ? CASES : CASES_ELSEWHERE) / PER_BATCH));
      const property = fc.asyncProperty(
        fc.tuple(policies, policies, policies, policies),
        fc.array(questions, { minLength: PER_BATCH, maxLength: PER_BATCH }),
        async (given, asked) => {
          await decide(given);
          const explained = await Promise.all(asked.map(explain));
          for (const [index, each] of asked.entries()) {
            const isAllowed = await isDone(each, people[each.who]?.token ?? null);
            expect(explained[index], JSON.stringify([each, given])).toBe(isAllowed);
          }
        },
      );
      await fc.assert(property, { seed: SEED, numRuns: batches, endOnFailure: true });
    },
    TIMEOUT_MS,
  );

  it('name the compared values, and the account that is not accepted', async () => {
    const [member, suspended] = [people.member, people.suspended];
    await decide([{ rows: [{ status: null, update: 'full', read: 'full' }], rules: [] }]);
    const filter = { 'team.name': { eq: 'blue' }, owner: { eq: '$me' } };
    await project.write('POST', '/permissions/rules', {
      role: posts.role,
      collection: 'posts',
      action: 'update',
      filter,
    });
    const ask = async (user: number | undefined): Promise<Payload> => {
      const question = { collection: 'posts', action: 'update', item: stored[0]?.id, user };
      return (await project.ask('POST', '/permissions/explain', question)).body.data as Payload;
    };
    const answer = await ask(member?.id);
    expect(answer).toMatchObject({
      allowed: false,
      account: { status: 'active', counts: true, second_factor: null },
      rules: [
        {
          compared: [
            { path: 'team.name', operator: 'eq', value: 'blue', actual: 'red', holds: false },
            { path: 'owner', operator: 'eq', value: member?.id, actual: member?.id, holds: true },
          ],
        },
      ],
    });
    expect(await ask(suspended?.id)).toMatchObject({ allowed: false, account: { status: 'suspended', counts: false } });
    expect(await ask(people.unguarded?.id)).toMatchObject({ account: { counts: false, second_factor: 'missing' } });
    const own = { collection: 'posts', action: 'update', item: stored[0]?.id };
    const mine = await project.ask('POST', '/permissions/explain', own, member?.token ?? null);
    expect((mine.body.data as { rules: Payload[] }).rules).toMatchObject([{ compared: null }]);
  });
});

/** Owner, status, team and minutes of each post. */
const POSTS = [
  ['member', 'open', 1, 1],
  ['member', 'done', 2, 9],
  ['writer', 'open', 2, 5],
  ['writer', 'gone', 1, 9],
  ['orphan', 'open', 1, 5],
  ['administrator', 'done', 1, 1],
] as const;

interface Policy {
  readonly rows: readonly Payload[];
  readonly rules: readonly Payload[];
}

interface Question {
  readonly who: string;
  readonly action: string;
  readonly at: number;
  readonly field: string;
}

const level = fc.constantFrom('none', 'mine', 'role', 'full');
const row = (status: string | null): fc.Arbitrary<Payload> =>
  fc.record({
    status: fc.constant(status),
    create: level,
    read: level,
    update: level,
    delete: level,
    explain: fc.constant('none'),
    read_field_blacklist: fc.subarray(['title', 'minutes'], { maxLength: 1 }),
    write_field_blacklist: fc.subarray(['title', 'minutes'], { maxLength: 1 }),
  });
const filters: fc.Arbitrary<Payload> = fc.constantFrom<Payload>(
  { 'team.name': { eq: 'red' } },
  { owner: { eq: '$me' } },
  { 'owner.role': { eq: '$role' } },
  { minutes: { gte: 5 } },
  { state: { in: ['open', 'gone'] } },
  { title: { eq: 't' }, owner: { neq: '$me', logical: 'or' } },
);
const rules: fc.Arbitrary<Payload[]> = fc.uniqueArray(
  fc.record({
    action: fc.constantFrom('read', 'update', 'delete'),
    status: fc.constantFrom(null, 'open', 'done'),
    filter: filters,
  }),
  { maxLength: 3, selector: ({ action, status }) => `${action} ${status}` },
);
const policies: fc.Arbitrary<Policy> = fc.record({
  rows: fc.oneof<fc.Arbitrary<Payload[]>[]>(
    fc.tuple(row(null)),
    fc.tuple(row('open'), row('done'), row('gone')),
    fc.tuple(row('open')),
    fc.constant([]),
  ),
  rules,
});
const WHO = ['member', 'writer', 'unguarded', 'suspended', 'draft', 'orphan', 'administrator', 'public'];
const questions = fc.record({
  who: fc.constantFrom(...WHO),
  action: fc.constantFrom('create', 'read', 'update', 'delete'),
  at: fc.integer({ min: 0, max: POSTS.length }),
  field: fc.constantFrom('title', 'minutes'),
});
