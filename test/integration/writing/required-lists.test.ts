import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { dataOf } from '../../support/signing-in.ts';

onEveryEngine('a required list of related items', ({ project }) => {
  beforeAll(async () => {
    const post = { field: 'post', type: 'm2o', datatype: 'INT', length: 10, interface: 'many-to-one' };
    const lines = { field: 'lines', type: 'o2m', interface: 'one-to-many', required: true };
    await project.ask('POST', '/collections', { collection: 'orders', fields: [id, text('name'), lines] });
    await project.ask('POST', '/collections', {
      collection: 'order_lines',
      fields: [id, text('what'), { ...post, field: 'parent' }],
    });
    dataOf(
      await project.ask('POST', '/relations', {
        collection_many: 'order_lines',
        field_many: 'parent',
        collection_one: 'orders',
        field_one: 'lines',
      }),
    );
  });

  it('is required when an item is created', async () => {
    const before = await project.digest();
    for (const body of [{ name: 'a' }, { name: 'a', lines: [] }, { name: 'a', lines: null }])
      expect((await project.ask('POST', '/items/orders', body)).text).toContain(
        'lines: This value should not be blank.',
      );
    expect(await project.digest()).toBe(before);
    expect((await project.ask('POST', '/items/orders', { name: 'a', lines: [{ what: 'x' }] })).status).toBe(200);
  });

  it('keeps its last item', async () => {
    const made = { name: 'b', lines: [{ what: 'x' }, { what: 'y' }] };
    const order = dataOf<{ id: number; lines: number[] }>(
      await project.ask('POST', '/items/orders?fields=id,lines', made),
    );
    const lines = dataOf<{ id: number }[]>(await project.ask('GET', `/items/order_lines?filter[parent]=${order.id}`));
    const without = (kept: number) => ({ lines: lines.slice(kept).map((line) => ({ id: line.id, $delete: true })) });
    const before = await project.digest();
    const refused = await project.ask('PATCH', `/items/orders/${order.id}`, without(0));
    expect([refused.status, refused.body.error?.code]).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
    expect((await project.ask('PATCH', `/items/orders/${order.id}`, without(1))).status).toBe(200);
    expect((await project.ask('PATCH', `/items/orders/${order.id}`, { name: 'c' })).status).toBe(200);
  });
});
