import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a floating-point number', ({ project }) => {
  const decimal = (field: string, datatype: string, length?: string) => ({ field, type: 'decimal', datatype, length });

  beforeAll(async () => {
    const columns = [
      decimal('short', 'FLOAT', '5,2'),
      decimal('double', 'DOUBLE', '5,2'),
      decimal('plain', 'FLOAT'),
      decimal('exact', 'DOUBLE'),
    ];
    await project.write('POST', '/collections', { collection: 'numbers', fields: [id, ...columns] });
    await project.write('POST', '/items/numbers', { short: 1 });
  });

  it.each<[string, unknown, number]>([
    ['short', 1.25, 1.25],
    ['short', '1.5e2', 150],
    ['short', '15000e-2', 150],
    ['double', 999.99, 999.99],
    ['double', '1.230', 1.23],
    ['plain', 1.125, 1.125],
    ['plain', -3e38, -3e38],
    ['plain', 123456, 123456],
  ])('is stored if its column can hold it: %s %j', async (field, value, expected) => {
    expect(await project.write('POST', '/items/numbers', { [field]: value })).toMatchObject({ [field]: expected });
  });

  it.each([1e-20, 2e-16, -1e-20, 1e-300])('may be tiny, and is found: %j', async (exact) => {
    const { id: key } = await project.write<{ id: number }>('POST', '/items/numbers', { exact });
    const found = await project.read(`/items/numbers?fields=id,exact&filter[exact]=${exact}`);
    expect(found).toEqual([{ id: key, exact }]);
  });

  it.each([
    ['plain', 0.1],
    ['plain', -2.34567],
    ['plain', 1.17549e-38],
    ['short', 99.99],
    ['double', 0.3],
  ])('is found by the value that is shown: %s %j', async (field, value) => {
    const item = await project.write<{ id: number }>('POST', '/items/numbers', { [field]: value });
    expect(item).toMatchObject({ [field]: value });
    const ids = async (condition: string) =>
      (await project.read<{ id: number }[]>(`/items/numbers?filter[id]=${item.id}&filter[${field}]${condition}`))
        .length;
    for (const finding of [`[eq]=${value}`, `[in]=${value}`, `[lte]=${value}`, `[gte]=${value}`])
      expect(await ids(finding), finding).toBe(1);
    expect(await ids(`[between]=${value},${value}`)).toBe(1);
    for (const missing of [`[neq]=${value}`, `[nin]=${value}`, `[lt]=${value}`, `[gt]=${value}`])
      expect(await ids(missing), missing).toBe(0);
  });

  it.each<[string, unknown, number]>([
    ['short', 12_345.6, 12],
    ['short', 1.239, 12],
    ['short', 1e-7, 12],
    ['short', 1e21, 12],
    ['short', '1.2e3', 12],
    ['short', '125e-3', 12],
    ['double', 1.239, 12],
    ['double', -999.99, 12],
    ['plain', 1e39, 4],
    ['plain', '-1e39', 4],
  ])('is refused otherwise: %s %j', async (field, value, code) => {
    const before = await project.digest();
    for (const [method, path] of [
      ['POST', '/items/numbers'],
      ['PATCH', '/items/numbers/1'],
    ] as const) {
      const { status, body } = await project.ask(method, path, { [field]: value });
      expect([status, body.error?.code]).toEqual([422, code]);
    }
    expect(await project.digest()).toBe(before);
  });
});
