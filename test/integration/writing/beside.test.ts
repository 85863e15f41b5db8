import { beforeAll, expect, it } from 'vitest';
import { deferred } from '../../support/deferred.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

const WRITERS = 40;
const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

interface Revision {
  readonly item: string;
  readonly data: { readonly title: string; readonly text: string | null };
  readonly delta: Readonly<Record<string, unknown>>;
}

onEveryEngine('concurrent writers', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
  });

  const write = async (method: string, path: string, body: unknown, headers = {}) => {
    const answer = await project.fetch(method, path, body, headers);
    const { data } = (await answer.json()) as { data: { id: number; title: string; text: string } };
    return { status: answer.status, data };
  };
  const revisionsOf = async (id: number): Promise<Revision[]> => {
    const path = `/revisions?filter[collection]=notes&filter[item]=${id}&sort=id&limit=-1&fields=item,data,delta`;
    const { data } = (await (await project.fetch('GET', path, undefined, {})).json()) as { data: Revision[] };
    return data;
  };

  it('create one item each, with its records, and get their own in the answer', async () => {
    const answers = await Promise.all(
      count(WRITERS).map((index) => write('POST', '/items/notes', { title: `new ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200));
    expect(answers.map(({ data }) => data.title)).toEqual(count(WRITERS).map((index) => `new ${index}`));
    for (const { data } of answers) {
      const revisions = await revisionsOf(data.id);
      expect(revisions.map((revision) => revision.data.title)).toEqual([data.title]);
    }
  });

  it('wait for each other where one brings a key, so that the counter gives it to nobody else', async () => {
    const { database } = await project.opened();
    const { data: last } = await write('POST', '/items/notes', { title: 'last' });
    const [others, order] = [deferred(), [] as string[]];
    const held = database.transaction(() => others.promise, { lock: { lockKey: null } });
    const written = write('POST', '/items/notes', { title: 'keyed', id: last.id + 100 }).then(() =>
      order.push('keyed'),
    );
    await new Promise((done) => setTimeout(done, 200));
    order.push('others');
    others.resolve();
    await Promise.all([held, written]);
    expect(order).toEqual(['others', 'keyed']);
  });

  it('change one item so that each revision contains all earlier changes', async () => {
    const { data: item } = await write('POST', '/items/notes', { title: 'start', text: 'start' });
    const changes = count(WRITERS).map((index) => (index % 2 ? { title: `t${index}` } : { text: `t${index}` }));
    const answers = await Promise.all(changes.map((change) => write('PATCH', `/items/notes/${item.id}`, change)));
    expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200));
    const revisions = await revisionsOf(item.id);
    expect(revisions).toHaveLength(1 + WRITERS);
    for (const [index, { data, delta }] of revisions.entries()) {
      const before = revisions[index - 1]?.data;
      expect(data).toMatchObject({ ...(before && { title: before.title, text: before.text }), ...delta });
    }
  });

  it('set a unique value once, and the others are told that it is taken', async () => {
    const answers = await Promise.all(
      count(WRITERS).map((index) => write('POST', '/items/notes', { title: 'unique', code: `code ${index % 4}` })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(4).fill(200), ...Array(WRITERS - 4).fill(409)]);
  });

  it('meet a schema change in between, and neither loses anything', async () => {
    const field = { field: 'added', type: 'string', datatype: 'VARCHAR', length: 20, interface: 'text-input' };
    const writing = count(WRITERS).map((index) => write('POST', '/items/notes', { title: `during ${index}` }));
    const [changed, ...answers] = await Promise.all([write('POST', '/fields/notes', field), ...writing]);
    expect(changed.status).toBe(200);
    expect(answers.map(({ status }) => status)).toEqual(Array(WRITERS).fill(200));
    const { data } = await write('PATCH', `/items/notes/${answers[0]?.data.id}`, { added: 'value' });
    expect(data).toMatchObject({ added: 'value' });
  });
});
