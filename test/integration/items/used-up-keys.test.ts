import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a counter that has reached the end of its column', ({ project }) => {
  const keys = [
    ['tiny', { datatype: 'TINYINT', length: 4, signed: true }, 127],
    ['tiny_unsigned', { datatype: 'TINYINT', length: 4 }, 255],
    ['whole', { datatype: 'INT', signed: true }, 2147483647],
    ['whole_unsigned', { datatype: 'INT' }, 4294967295],
  ] as const;

  beforeAll(async () => {
    for (const [collection, column, largest] of keys) {
      await project.write('POST', '/collections', { collection, fields: [{ ...id, ...column }, text('title')] });
      await project.write('POST', `/items/${collection}`, { id: largest, title: 'Last' });
    }
    await project.write('POST', '/folders', { id: 4294967295, name: 'Last' });
  });

  it.each([...keys.map(([collection]) => `/items/${collection}`), '/folders'])(
    'refuses more items instead of storing keys that the column cannot hold: %s',
    async (path) => {
      const before = await project.digest();
      const item = path === '/folders' ? { name: 'More' } : { title: 'More' };
      for (const body of path === '/folders' ? [item] : [item, [item, item]]) {
        const answer = await project.ask('POST', path, body);
        expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 12]);
      }
      expect(await project.digest()).toBe(before);
    },
  );
});

onEngines(['postgres'], 'a counter that another program has set back', ({ project }) => {
  it('is named by the refusal of the next item', async () => {
    await project.write('POST', '/collections', { collection: 'things', fields: [id, text('title')] });
    await project.write('POST', '/items/things', { title: 'One' });
    const { database } = await project.opened();
    const back = `SELECT setval(pg_get_serial_sequence('things', 'id'), 1, false)`;
    await database.all({ text: back, parameters: [] });
    const answer = await project.ask('POST', '/items/things', { title: 'Two' });
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 12]);
    expect(answer.text).toContain('counter of the field');
  });
});
