import { beforeAll, expect, it } from 'vitest';
import { id, status } from '../support/fields.ts';
import { type EngineName, onEveryEngine } from '../support/on-every-engine.ts';
import type { Payload } from '../support/project.ts';
import { makeDue, type ScheduleAnswer, schedule } from '../support/schedules.ts';

const BYTES: Readonly<Record<EngineName, string>> = { sqlite: 'BLOB', mysql: 'VARBINARY(8)', postgres: 'bytea' };

/** Tables by their keys: the key as it is sent, and as answers show it. */
const KEYS: readonly (readonly [table: string, field: Payload, sent: string | number, shown: string | number])[] = [
  ['by_decimal', { type: 'decimal', datatype: 'DECIMAL', length: '10,2' }, '5.50', 5.5],
  ['by_number', { type: 'decimal', datatype: 'DECIMAL', length: '10,2' }, 1.5, 1.5],
  ['by_bytes', { type: 'binary' }, 'AP8A/w==', 'AP8A/w=='],
];

onEveryEngine('an item whose key is no integer', ({ project, engine }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const bytes = `CREATE TABLE by_bytes (id ${BYTES[engine]} NOT NULL PRIMARY KEY, status VARCHAR(20))`;
    await database.run({ text: bytes, parameters: [] });
    for (const [collection, key] of KEYS.slice(0, 2)) {
      const fields = [{ ...id, auto_increment: false, ...key }, status];
      await project.write('POST', '/collections', { collection, fields });
    }
    const [key = {}] = await project.read<Payload[]>('/fields/by_bytes');
    const { type, datatype, length } = key;
    const fields = [{ ...id, auto_increment: false, type, datatype, length }, status];
    await project.write('POST', '/collections', { collection: 'by_bytes', fields });
  });

  it.each(KEYS)('can be scheduled, asked about and commented on: %s', async (collection, _key, sent, shown) => {
    await project.write('POST', `/items/${collection}`, { id: sent, status: 'draft' });
    const path = encodeURIComponent(String(shown));
    const listed = (): Promise<ScheduleAnswer[]> => project.read(`/schedules?collection=${collection}&item=${path}`);
    const wanted = { collection, item: sent, status: 'published' };
    await schedule(project, wanted);
    expect(await listed()).toMatchObject([{ item: String(shown), state: 'waiting' }]);
    await project.write('POST', '/tasks', { collection, item: sent, role: 1 });
    await project.write('POST', '/activity/comment', { collection, item: sent, comment: 'Look' });
    const comments = `/activity?filter[collection]=${collection}&filter[action]=comment&filter[item]=${path}`;
    expect(await project.read(comments)).toHaveLength(1);

    await makeDue(project);
    expect(await project.read(`/items/${collection}/${path}`)).toMatchObject({ status: 'published' });
    expect(await listed()).toEqual([]);
    await schedule(project, { ...wanted, status: 'draft' });
    expect((await project.ask('DELETE', `/items/${collection}/${path}`)).status).toBe(204);
    expect(await project.read(`/schedules?collection=${collection}`)).toEqual([]);
  });
});
