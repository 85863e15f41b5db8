import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-one-who-reads-parts';
const HIDDEN = ['constructor', 'valueOf'];

onEveryEngine('fields that a status hides, with names of inherited properties', ({ project }) => {
  beforeAll(async () => {
    const statuses = { draft: { name: 'draft' }, published: { name: 'published' } };
    const options = { status_mapping: statuses };
    const status = { field: 'status', type: 'status', datatype: 'VARCHAR', length: 20, options };
    const land = { field: 'valueOf', type: 'm2o', datatype: 'INT', length: 10, signed: false };
    await project.write('POST', '/collections', { collection: 'lands', fields: [id, text('name')] });
    await project.write('POST', '/collections', {
      collection: 'towns',
      fields: [id, status, text('constructor'), land],
    });
    const related = { collection_many: 'towns', field_many: 'valueOf', collection_one: 'lands' };
    await project.write('POST', '/relations', related);
    const role = await addReader(project, READER);
    await project.write('POST', '/permissions', { collection: 'lands', role, read: 'full' });
    for (const [name, hidden] of [
      ['draft', HIDDEN],
      ['published', []],
    ] as const)
      await project.write('POST', '/permissions', {
        collection: 'towns',
        role,
        status: name,
        read: 'full',
        read_field_blacklist: hidden,
      });
    await project.write('POST', '/items/lands', { name: 'Lux' });
    for (const name of ['draft', 'published'])
      await project.write('POST', '/items/towns', { status: name, constructor: 'a', valueOf: 1 });
  });

  it('are absent from items, lists and exports', async () => {
    const read = async (path: string): Promise<unknown> => {
      const { text: answer } = await project.ask('GET', `/items/towns${path}`, undefined, READER);
      const parsed = JSON.parse(answer);
      return Array.isArray(parsed) ? parsed : parsed.data;
    };
    const fields = 'fields=id,constructor,valueOf.*';
    const shown = { id: 2, constructor: 'a', valueOf: { id: 1, name: 'Lux' } };
    expect(await read(`?${fields}&sort=id`)).toEqual([{ id: 1 }, shown]);
    expect(await read(`?${fields}&sort=id&export=json`)).toEqual([{ id: 1 }, shown]);
    expect(await read(`/1?${fields}`)).toEqual({ id: 1 });
    expect(await read(`/2?${fields}`)).toEqual(shown);
  });

  it('are null in GraphQL', async () => {
    const { body } = await project.query(
      '{ towns(sort: ["id"]) { data { id constructor valueOf { name } } } }',
      READER,
    );
    const [hidden, shown] = [
      { id: '1', constructor: null, valueOf: null },
      { id: '2', constructor: 'a', valueOf: { name: 'Lux' } },
    ];
    expect(body).toEqual({ data: { towns: { data: [hidden, shown] } } });
  });
});
