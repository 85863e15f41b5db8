import { beforeAll, expect, it } from 'vitest';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

/** A change keeps this text twice until its transaction ends, so seventeen changes are too many. */
const LONG = 'x'.repeat(4_000_000);
const TIMES = 17;

onEveryEngine(
  'changes of items with long texts',
  ({ project }) => {
    let key: number;
    beforeAll(async () => {
      const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
      await project.write('POST', '/collections', { collection: 'letters', fields: [id, text('title'), body] });
      await project.write('POST', '/collections', { collection: 'boxes', fields: [id, toMany('letters')] });
      await project.write('POST', '/fields/letters', toOne('box'));
      const relation = { collection_many: 'letters', field_many: 'box', collection_one: 'boxes', field_one: 'letters' };
      await project.write('POST', '/relations', relation);
      await project.write('POST', '/items/boxes', {});
      ({ id: key } = await project.write<{ id: number }>('POST', '/items/letters', { body: LONG, box: 1 }));
    });

    const changed = (times: number): object[] =>
      Array.from({ length: times }, (_, index) => ({ id: key, title: `title ${index}` }));
    const ways: readonly (readonly [way: string, ask: () => readonly [path: string, body: unknown]])[] = [
      ['a list of changes', () => ['/items/letters', changed(TIMES)]],
      ['a list of keys', () => [`/items/letters/${Array(TIMES).fill(key).join()}`, { title: 'other' }]],
      ['nested changes', () => ['/items/boxes/1', { letters: changed(TIMES) }]],
    ];

    it.each(ways)('are refused together if a request changes too many, in %s', async (_, ask) => {
      const before = await project.digest();
      const [path, body] = ask();
      const answer = await project.ask('PATCH', path, body);
      expect([answer.status, answer.body.error?.code]).toEqual([413, 13]);
      expect(await project.digest()).toBe(before);
    });

    it('are made alone and a few at a time', async () => {
      expect((await project.ask('PATCH', `/items/letters/${key}?fields=id`, { title: 'one' })).status).toBe(200);
      expect((await project.ask('PATCH', '/items/letters?fields=id', changed(5))).status).toBe(200);
    });
  },
  { timeout: 60_000 },
);
