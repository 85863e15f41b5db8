import { beforeAll, expect, it } from 'vitest';
import { text } from '../../support/fields.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answered } from '../../support/project.ts';

const MANY = 1500;
const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

interface Created {
  readonly id: number;
  readonly title: string;
  readonly code: string | null;
}

interface Revision {
  readonly activity: number;
  readonly item: string;
  readonly data: Created;
  readonly delta: Readonly<Record<string, unknown>>;
}

interface Activity {
  readonly id: number;
  readonly action: string;
  readonly item: string;
  readonly comment: string | null;
}

onEveryEngine('many items in one request', ({ project }) => {
  beforeAll(async () => {
    await addNotes(project);
    const key = { ...text('name', { length: 40 }), primary_key: true, interface: 'primary-key' };
    await project.ask('POST', '/collections', { collection: 'named', fields: [key, text('title')] });
  });

  const post = (path: string, body: unknown): Promise<Answered> => project.ask('POST', path, body);
  const list = async <T>(path: string): Promise<T[]> => (await project.ask('GET', path)).body.data as T[];

  it('have the keys of their rows, and each its activity and its revision', async () => {
    const items = count(MANY).map((index) => ({ title: `title ${index}`, code: `code ${index}` }));
    const { status, body } = await post('/items/notes?limit=-1&comment=all', items);
    expect(status).toBe(200);
    const rows = await list<Created>('/items/notes?limit=-1&sort=id&fields=id,title,code');
    expect(rows.map(({ title, code }) => ({ title, code }))).toEqual(items);
    const shown = (body.data as Created[]).map(({ id }) => id);
    expect(shown).toEqual(rows.slice(0, shown.length).map(({ id }) => id));
    const activity = new Map(
      (await list<Activity>('/activity?limit=-1&filter[collection]=notes&fields=id,action,item,comment')).map(
        (entry) => [entry.id, entry],
      ),
    );
    const revisions = await list<Revision>('/revisions?limit=-1&filter[collection]=notes&sort=id');
    expect(revisions).toHaveLength(MANY);
    for (const [index, { id }] of rows.entries()) {
      const revision = revisions[index];
      expect(revision).toMatchObject({ item: String(id), data: rows[index], delta: items[index] });
      const entry = activity.get(revision?.activity ?? 0);
      expect(entry).toMatchObject({ action: 'create', item: String(id), comment: 'all' });
    }
  });

  it('are refused together because of the first faulty one, naming its value', async () => {
    const before = await project.digest();
    const taken = [{ title: 'a' }, { title: 'b', code: 'code 7' }, { title: 'c', nothing: 1 }];
    const refused = await post('/items/notes', taken);
    expect(refused.body.error).toMatchObject({ code: 204, message: expect.stringContaining('code 7') });
    const unknown = await post('/items/notes', [{ title: 'a' }, { nothing: 1 }, { code: 'code 7' }]);
    expect([unknown.status, unknown.body.error?.code]).toEqual([422, 12]);
    expect((await post('/items/notes', [{ code: 'same' }, { code: 'same' }])).status).toBe(409);
    expect(await project.digest()).toBe(before);
  });

  it('may have chosen keys, and are returned in the order in which they were sent', async () => {
    const named = ['m', 'B', 'a', 'Z'].map((name) => ({ name, title: `of ${name}` }));
    expect((await post('/items/named', named)).body.data).toEqual(named);
    const revisions = await list<Revision>('/revisions?filter[collection]=named&sort=id&fields=item,data');
    expect(revisions).toEqual(named.map((item) => ({ item: item.name, data: item })));
  });

  it('may together exceed the size of a statement', async () => {
    const large = count(24).map((index) => ({ title: `large ${index}`, text: String(index % 10).repeat(60_000) }));
    expect((await post('/items/notes?fields=title', large)).body.data).toEqual(large.map(({ title }) => ({ title })));
    const stored = await list<{ text: string }>('/items/notes?filter[title][like]=large&sort=id&fields=text');
    expect(stored.map((item) => item.text)).toEqual(large.map((item) => item.text));
  });

  it('may have different fields, or none', async () => {
    const items = [{ title: 'x' }, {}, { code: 'only a code' }, { title: 'y' }, { title: 'z' }];
    const { status, body } = await post('/items/notes?fields=title,code', items);
    expect(status).toBe(200);
    expect(body.data).toEqual(items.map((item) => ({ title: null, code: null, ...item })));
  });
});
