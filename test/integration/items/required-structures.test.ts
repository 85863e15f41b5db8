import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a field that holds a list or an object', ({ project }) => {
  const json = { field: 'data', type: 'json', datatype: 'TEXT' };
  const array = { field: 'tags', type: 'array', datatype: 'VARCHAR', length: 40 };

  beforeAll(async () => {
    const required = [json, array].map((field) => ({ ...field, required: true }));
    await project.write('POST', '/collections', { collection: 'demanding', fields: [id, ...required] });
    await project.write('POST', '/collections', { collection: 'lenient', fields: [id, json, array] });
  });

  it.each([
    [{ data: {}, tags: ['x'] }, 'data'],
    [{ data: [], tags: ['x'] }, 'data'],
    [{ data: { a: 1 }, tags: {} }, 'tags'],
    [{ data: { a: 1 }, tags: [] }, 'tags'],
  ])('is blank if it is empty: %j', async (item, blank) => {
    const refused = [422, { code: 4, message: `${blank}: This value should not be blank.` }];
    const { status, body } = await project.ask('POST', '/items/demanding', item);
    expect([status, body.error]).toMatchObject(refused);
    const { id: key } = await project.write<{ id: number }>('POST', '/items/demanding', { data: [1], tags: ['x'] });
    const change = { [blank]: item[blank as keyof typeof item] };
    const changed = await project.ask('PATCH', `/items/demanding/${key}`, change);
    expect([changed.status, changed.body.error]).toMatchObject(refused);
  });

  it('may be empty if no value is required, and may hold empty objects', async () => {
    expect(await project.write('POST', '/items/lenient', { data: {}, tags: {} })).toMatchObject({ data: [], tags: [] });
    const item = { data: [{}], tags: ['x'] };
    expect(await project.write('POST', '/items/demanding', item)).toMatchObject({ data: [[]], tags: ['x'] });
  });
});
