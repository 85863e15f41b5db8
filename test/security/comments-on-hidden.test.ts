import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { TestProject } from '../support/project.ts';

const WRITER = 'the-token-of-a-writer';
const PUBLIC_ROLE = 2;
const [OPEN, HIDDEN] = ['plums', 'zebras'];

/** The ways to read a comment, by its id. */
const PATHS: Readonly<Record<string, (key: number) => string>> = {
  list: () => '/activity?limit=-1',
  search: () => `/activity?q=${HIDDEN}&fields=comment&meta=total_count,filter_count`,
  filter: () => `/activity?filter[comment][contains]=${HIDDEN}&fields=comment&meta=total_count,filter_count`,
  groups: () => '/activity?groupBy=comment&aggregate[count]=*',
  export: () => '/activity?limit=-1&export=csv',
  key: (key) => `/activity/${key}`,
  'several keys': (key) => `/activity/${key},${key}`,
  GraphQL: () => '{ directus_activity(limit: -1) { data { comment } } }',
};

onEveryEngine('own comments on items that the caller may not read', ({ project }) => {
  const comments: Record<string, number> = {};
  const callers = { 'a user': WRITER, 'a visitor': null } as const;

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
    await project.write('POST', '/items/notes', [{ title: OPEN }, { title: HIDDEN }]);
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Writers' });
    const person = { first_name: 'W', last_name: 'W', email: 'w@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token: WRITER });
    for (const each of [role, PUBLIC_ROLE]) await permit(project, each);
    for (const [name, token] of Object.entries(callers))
      for (const [item, title] of [OPEN, HIDDEN].entries())
        comments[`${name} ${title}`] = await comment(project, token, String(item + 1), `about ${title}`);
    for (const each of [role, PUBLIC_ROLE]) await hide(project, each);
  });

  const read = (path: string, token: string | null) =>
    path.startsWith('{') ? project.query(path, token) : project.get(path, token);

  for (const level of ['mine', 'role', 'full'])
    for (const [name, token] of Object.entries(callers))
      it(`are not shown to ${name} who may read ${level} activity`, async () => {
        await setLevel(project, level);
        for (const [way, path] of Object.entries(PATHS)) {
          const { text: answer } = await read(path(comments[`${name} ${HIDDEN}`] ?? 0), token);
          expect(answer, way).not.toContain(`about ${HIDDEN}`);
          expect(answer, way).not.toContain('"filter_count":1');
        }
        expect((await read(PATHS.list?.(0) ?? '', token)).text).toContain(`about ${OPEN}`);
      });
});

async function permit(project: TestProject, role: number): Promise<void> {
  const activity = { role, collection: 'directus_activity', create: 'full', read: 'full' };
  const notes = { role, collection: 'notes', read: 'full', comment: 'full' };
  await project.write('POST', '/permissions', notes);
  const path = `/permissions?filter[role]=${role}&filter[collection]=directus_activity`;
  const [given] = await project.read<{ id: number }[]>(path);
  await (given
    ? project.write('PATCH', `/permissions/${given.id}`, activity)
    : project.write('POST', '/permissions', activity));
}

async function comment(project: TestProject, token: string | null, item: string, words: string): Promise<number> {
  const sent = { collection: 'notes', item, comment: words };
  const { status, text: answer, body } = await project.ask('POST', '/activity/comment', sent, token);
  expect(status, answer).toBe(200);
  return (body.data as { id: number }).id;
}

/** From now on a role may read only the open note. */
const hide = (project: TestProject, role: number): Promise<unknown> =>
  project.write('POST', '/permissions/rules', {
    role,
    collection: 'notes',
    action: 'read',
    filter: { title: { eq: OPEN } },
  });

async function setLevel(project: TestProject, read: string): Promise<void> {
  const rows = await project.read<{ id: number }[]>('/permissions?filter[collection]=directus_activity&limit=-1');
  await project.write(
    'PATCH',
    '/permissions',
    rows.map(({ id: key }) => ({ id: key, read })),
  );
}
