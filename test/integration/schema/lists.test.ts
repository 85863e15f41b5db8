import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answered, Payload } from '../../support/project.ts';

const SYSTEM_COLLECTIONS = 15;

onEveryEngine('lists of the schema', ({ project }) => {
  beforeAll(async () => {
    for (const collection of ['apples', 'pears'])
      await project.ask('POST', '/collections', { collection, fields: [id, { ...text('name'), required: true }] });
  });

  const get = async (path: string): Promise<Answered['body']> => (await project.ask('GET', path)).body;
  const codeOf = ({ status, body }: Answered): readonly unknown[] => [status, body.error?.code];
  const shownOf = async (path: string): Promise<Payload> => (await get(path)).data as Payload;

  it('return a page of the collections if offset and limit are given, and count it', async () => {
    expect((await get('/collections?limit=1')).data).toHaveLength(SYSTEM_COLLECTIONS + 2);
    const page = await get('/collections?limit=4&offset=1&meta=result_count,total_count');
    expect(page.data).toHaveLength(4);
    expect(page.meta).toEqual({ result_count: 4, total_count: 2 });
  });

  it('count registered collections in a complete list', async () => {
    expect((await get('/collections?meta=result_count')).meta).toEqual({ result_count: 2 });
  });

  it('show a collection once, however often its name is given', async () => {
    const shown = (await get('/collections/apples,pears,apples,apples')).data as Payload[];
    expect(shown.map(({ collection }) => collection)).toEqual(['apples', 'pears']);
  });

  it('show the fields of a collection as a list if something below them is requested', async () => {
    const names = async (fields: string): Promise<unknown> =>
      (await shownOf(`/collections/apples?fields=${fields}`)).fields;
    expect(await names('*.*')).toMatchObject([{ field: 'id' }, { field: 'name' }]);
    expect(await names('*')).toMatchObject({ id: { field: 'id' }, name: { field: 'name' } });
  });

  it('show attributes of a field that were not requested as lists do', async () => {
    const path = '/fields/apples/name?fields=';
    expect(await shownOf(`${path}field`)).toMatchObject({ field: 'name', locked: 0, note: '' });
    expect(await shownOf(`${path}locked`)).toMatchObject({ field: 'name', locked: false, note: '' });
  });

  it('sort fields only by what describes them, and skip none', async () => {
    expect(codeOf(await project.ask('GET', '/fields?sort=datatype'))).toEqual([422, 202]);
    expect((await get('/fields?limit=-1&offset=5')).data).toEqual((await get('/fields?limit=-1')).data);
  });

  it('list fields by collection, ignoring case, whatever irrelevant parameters are sent', async () => {
    await project.ask('POST', '/collections', { collection: 'Mangos', fields: [id] });
    const listed = (await get('/fields?limit=-1')).data as { collection: string }[];
    const names = [...new Set(listed.map(({ collection }) => collection))];
    const capitals = names.map((name) => name.toUpperCase());
    expect(capitals).toEqual([...capitals].sort());
    await project.ask('DELETE', '/collections/Mangos');
  });

  it('have no path for several folders', async () => {
    for (const name of ['a', 'b']) await project.ask('POST', '/folders', { name });
    const before = await project.digest();
    for (const [method, body] of [['GET'], ['PATCH', { name: 'c' }], ['DELETE']] as const)
      expect(codeOf(await project.ask(method, '/folders/1,2', body))).toEqual([404, 1]);
    expect(await project.digest()).toBe(before);
  });

  it('include a collection that is defined again, with its fields as they are defined', async () => {
    await project.ask('PATCH', '/collections/pears', { managed: false });
    const fields = [id, { ...text('name'), length: 120 }, text('kind')];
    const { body } = await project.ask('POST', '/collections', { collection: 'pears', fields });
    expect(body.data).toMatchObject({ collection: 'pears', managed: true });
    expect((await shownOf('/collections/pears')).fields).toMatchObject({ name: { length: '120' }, kind: {} });
  });

  it('refuse a definition before checking whether the name is taken', async () => {
    const ask = (fields: Payload[]): Promise<Answered> =>
      project.ask('POST', '/collections', { collection: 'apples', fields });
    expect(codeOf(await ask([{ field: 'name', type: 'string', datatype: 'VARCHAR', length: 0 }]))).toEqual([422, 402]);
    expect(codeOf(await ask([text('name')]))).toEqual([422, 307]);
  });
});
