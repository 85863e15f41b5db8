import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { graphqlData } from '../../support/graphql.ts';
import { doJob } from '../../support/jobs.ts';
import { onEngines } from '../../support/on-every-engine.ts';

const TYPES = { mysql: 'DATETIME(6)', postgres: 'timestamp with time zone' } as const;
const NOW = { mysql: 'CURRENT_TIMESTAMP(6)', postgres: 'now()' } as const;
/** Two of them differ only in the fraction of a second. */
const KEYS = ['2020-01-01 10:00:00', '2020-01-01 10:00:00.25', '2020-01-01 10:00:00.999999', '2020-01-02 00:00:00'];

onEngines(['mysql', 'postgres'], 'an item whose key is a moment with a fraction', ({ project, engine }) => {
  const type = TYPES[engine];
  const at = (key: string): string => `/items/beats/${encodeURIComponent(key)}`;
  /** MySQL returns all six digits. */
  const shown = (key: string): string => (engine === 'mysql' && key.includes('.') ? key.padEnd(26, '0') : key);
  const keys = KEYS.map(shown);

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    await run(`CREATE TABLE beats (id ${type} NOT NULL DEFAULT ${NOW[engine]} PRIMARY KEY, name VARCHAR(20))`);
    await run(`CREATE TABLE uses (id INTEGER PRIMARY KEY, beat ${type} NULL)`);
    for (const [index, key] of KEYS.entries()) {
      await run(`INSERT INTO beats VALUES ('${key}', 'beat ${index}')`);
      await run(`INSERT INTO uses VALUES (${index}, '${key}')`);
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const collection of ['beats', 'uses'])
      await project.write('PATCH', `/collections/${collection}`, { managed: true });
    await project.write('POST', '/fields/beats', { field: 'uses', type: 'o2m', interface: 'one-to-many' });
    const related = { collection_many: 'uses', field_many: 'beat', collection_one: 'beats', field_one: 'uses' };
    await project.write('POST', '/relations', related);
  });

  it('is shown with its fraction, and without one if it is zero', async () => {
    expect(await project.read('/items/beats?fields=id&sort=id')).toEqual(keys.map((key) => ({ id: key })));
  });

  it.each(KEYS)('is read, changed and recorded without affecting others: %s', async (key) => {
    for (const each of [key, shown(key)]) expect(await project.read(at(each))).toMatchObject({ id: shown(key) });
    const others = await project.read(`/items/beats?filter[id][neq]=${key}`);
    await project.write('PATCH', at(key), { name: 'first' });
    await project.write('PATCH', '/items/beats', [{ id: shown(key), name: 'second' }]);
    expect(await project.read(`/items/beats?filter[id][neq]=${key}`)).toEqual(others);
    const revisions = await project.read<{ id: number; item: string }[]>(
      `${at(shown(key))}/revisions?sort=-id&limit=2`,
    );
    expect(revisions.map(({ item }) => item)).toEqual([shown(key), shown(key)]);
    await project.write('PATCH', `${at(key)}/revert/${revisions[1]?.id}`);
    expect(await project.read(at(key))).toEqual(expect.objectContaining({ id: shown(key), name: 'first' }));
  });

  it('is shown in items that refer to it', async () => {
    const uses = await project.read<{ beat: { id: string } | null }[]>('/items/uses?fields=id,beat.id&sort=id');
    expect(uses.map(({ beat }) => beat?.id)).toEqual(keys);
    const beats = await project.read<{ id: string; uses: object[] }[]>('/items/beats?fields=id,uses.beat&sort=id');
    expect(beats).toEqual(keys.map((key) => ({ id: key, uses: [{ beat: key }] })));
    expect(await project.read(`/items/uses?fields=id&filter[beat]=${KEYS[1]}`)).toEqual([{ id: 1 }]);
    const read = '{ uses(sort: ["id"]) { data { beat { id } } } }';
    expect(await graphqlData(project, read)).toEqual({ uses: { data: keys.map((key) => ({ beat: { id: key } })) } });
  });

  it('is created with the key that is sent, or with a default one', async () => {
    const key = '2021-05-05 05:05:05.5';
    expect(await project.write('POST', '/items/beats', { id: key, name: 'n' })).toMatchObject({ id: shown(key) });
    expect(await project.read(`${at(key)}/revisions`)).toMatchObject([{ item: shown(key) }]);
    const use = { id: 50, beat: { id: '2021-05-05T05:05:05.5Z', name: 'm' } };
    expect(await project.write('POST', '/items/uses?fields=beat.name', use)).toEqual({ beat: { name: 'm' } });
    const made = await project.write<{ id: string }>('POST', '/items/beats', { name: 'now' });
    expect(await project.read(`${at(made.id)}/revisions`)).toMatchObject([{ item: made.id, data: { name: 'now' } }]);
    for (const each of [key, made.id]) expect((await project.ask('DELETE', at(each))).status).toBe(204);
    expect((await project.ask('POST', '/items/beats', { id: 'yesterday' })).status).toBe(422);
    await project.ask('DELETE', '/items/uses/50');
  });

  it('is paged by cursor', async () => {
    const found: string[] = [];
    let after = '';
    for (let page = 0; page < KEYS.length + 1; page++) {
      const path = `/items/beats?fields=id&sort=id&limit=1&meta=cursor${after && `&after=${after}`}`;
      const { body } = await project.ask('GET', path);
      found.push(...(body.data as { id: string }[]).map(({ id: key }) => key));
      const { cursor } = body.meta as { cursor: { after: string | null } };
      if (cursor.after === null) break;
      after = cursor.after;
    }
    expect(found).toEqual(keys);
  });

  it('comes back when its deletion is undone', async () => {
    const filter = { id: { in: KEYS.slice(0, 3) } };
    const job = await doJob(project, { kind: 'delete', collection: 'beats', filter });
    expect(await project.read('/items/beats?fields=id')).toEqual([{ id: keys[3] }]);
    await doJob(project, { kind: 'undo', job: job.id });
    expect(await project.read('/items/beats?fields=id&sort=id')).toEqual(keys.map((key) => ({ id: key })));
  });
});
