import { beforeAll, expect, it } from 'vitest';
import { id, integer, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty'];

onEveryEngine('fields with names that every object has', ({ project }) => {
  beforeAll(async () => {
    const fields = [
      id,
      text('name'),
      text('constructor'),
      integer('toString'),
      text('valueOf'),
      text('hasOwnProperty'),
    ];
    await project.write('POST', '/collections', { collection: 'races', fields });
  });

  it('are null in a new item, and keep their values when another field is changed', async () => {
    const made = await project.write<object>('POST', '/items/races', { name: 'Spa' });
    expect(made).toEqual({ id: 1, name: 'Spa', ...Object.fromEntries(NAMES.map((name) => [name, null])) });
    const changed = await project.write('PATCH', '/items/races/1', { constructor: 'Lotus', toString: 1 });
    expect(changed).toEqual({ ...made, constructor: 'Lotus', toString: 1 });
    expect(await project.write('PATCH', '/items/races/1', { name: 'Monza' })).toEqual({
      ...(changed as object),
      name: 'Monza',
    });
    const many = await project.write<unknown[]>('POST', '/items/races', [
      { name: 'a' },
      { name: 'b', hasOwnProperty: 'x' },
    ]);
    expect(many).toEqual([
      { ...made, id: 2, name: 'a' } as unknown,
      { ...made, id: 3, name: 'b', hasOwnProperty: 'x' },
    ]);
  });
});
