import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a decimal that JSON writes with an exponent', ({ project }) => {
  const decimal = (field: string, length: string) => ({ field, type: 'decimal', datatype: 'DECIMAL', length });

  beforeAll(async () => {
    const fields = [id, decimal('small', '12,10'), decimal('price', '10,2')];
    await project.write('POST', '/collections', { collection: 'amounts', fields });
    await project.write('POST', '/items/amounts', { price: 1 });
  });

  it.each([1e-7, 1.5e-7, 1e-10, -2.5e-9])('is stored and found: %j', async (small) => {
    const item = await project.write<{ id: number }>('POST', '/items/amounts', { small });
    expect(item).toMatchObject({ small });
    expect(await project.write('PATCH', `/items/amounts/${item.id}`, { small })).toEqual(item);
    expect(await project.read(`/items/amounts?filter[small]=${small}`)).toEqual([item]);
  });

  it.each([
    ['small', 1e-11],
    ['price', 1e-7],
    ['price', 1e21],
  ])('is refused if its column cannot hold it: %s %j', async (field, value) => {
    const before = await project.digest();
    const { status, body } = await project.ask('PATCH', '/items/amounts/1', { [field]: value });
    expect([status, body.error?.code]).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
  });
});

onEngines(['sqlite'], 'a decimal of a hand-made column without a size', ({ project }) => {
  it('is stored with its fraction, and found', async () => {
    const { database } = await project.opened();
    await database.run({ text: 'CREATE TABLE measured (id INTEGER PRIMARY KEY, n NUMERIC)', parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const [key, n] of [1.25, 12345678901.5, -0.001].entries()) {
      expect(await project.write('POST', '/items/measured', { id: key + 1, n })).toEqual({ id: key + 1, n });
      expect(await project.read(`/items/measured?filter[n]=${n}&fields=n`)).toEqual([{ n }]);
    }
  });
});
