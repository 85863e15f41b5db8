import { beforeAll, expect, it } from 'vitest';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered } from '../support/project.ts';

/** More than the server reads for one statement. */
const LONG = 'x'.repeat(4_000_000);
const ITEMS = 22;

const KEYS = Array.from({ length: ITEMS }, (_, index) => index + 1).join();

/** The ways of reading items with their texts. */
const WAYS: readonly (readonly [name: string, path: string, query?: string])[] = [
  ['a list', '/items/letters?limit=50'],
  ['a sorted list', '/items/letters?limit=50&sort=-title'],
  ['a filtered list', '/items/letters?limit=50&filter[body][ncontains]=y'],
  ['a search', '/items/letters?limit=50&q=xxx'],
  ['items by their keys', `/items/letters/${KEYS}`],
  ['related items', '/items/boxes/1?fields=*,letters.*'],
  ['a list of related items', '/items/boxes?fields=letters.body'],
  ['groups', '/items/letters?groupBy=id,body&aggregate[count]=id'],
  ['revisions', '/revisions?limit=50'],
  ['a GraphQL list', '/gql', '{ letters(limit: 50) { data { body } } }'],
  ['a GraphQL list of related items', '/gql', '{ boxes { data { letters { body } } } }'],
];

onEveryEngine(
  'items whose texts are too long together',
  ({ project, prepare }) => {
    prepare(() => ({ project: { db_statement_timeout: 60 } }));
    beforeAll(async () => {
      const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
      await project.write('POST', '/collections', { collection: 'letters', fields: [id, text('title'), body] });
      await project.write('POST', '/collections', { collection: 'boxes', fields: [id, toMany('letters')] });
      await project.write('POST', '/fields/letters', toOne('box'));
      const relation = { collection_many: 'letters', field_many: 'box', collection_one: 'boxes', field_one: 'letters' };
      await project.write('POST', '/relations', relation);
      await project.write('POST', '/items/boxes', {});
      for (let count = 0; count < ITEMS; count++)
        await project.write('POST', '/items/letters?fields=id', { title: `letter ${count}`, body: LONG, box: 1 });
    }, 120_000);

    it.each(WAYS)('are refused in %s', async (...[, path = '', query]) => {
      const answer = query ? await project.ask('POST', path, { query }) : await project.ask('GET', path);
      expect(refusalIn(answer)).toEqual([422, 12, expect.stringContaining('too long to be read in one go')]);
    });

    it('are read a few at a time', async () => {
      const { body } = await project.ask('GET', '/items/letters?limit=5&offset=3');
      const lengths = (body.data as { body: string }[]).map((item) => item.body.length);
      expect(lengths).toEqual(Array(5).fill(LONG.length));
    });

    it('are counted, and read without their texts', async () => {
      const { data, meta } = (await project.ask('GET', '/items/letters?limit=50&fields=id,title&meta=*')).body;
      expect(data).toHaveLength(ITEMS);
      expect(meta).toMatchObject({ total_count: ITEMS, filter_count: ITEMS });
    });

    it('are exported', async () => {
      const { status, text: csv } = await project.ask('GET', '/items/letters?limit=-1&export=csv&fields=id,body');
      expect(status).toBe(200);
      expect(csv.length).toBeGreaterThan(ITEMS * LONG.length);
    });
  },
  { timeout: 60_000 },
);

/** The status, the code and the message of a refusal; GraphQL answers errors with 200. */
function refusalIn({ status, body }: Answered): unknown[] {
  const [failed] = (body.errors ?? []) as { message: string; extensions: { code: number } }[];
  const error = (failed ?? body.error) as { message?: string } | undefined;
  return [failed ? 422 : status, failed?.extensions.code ?? body.error?.code, error?.message];
}
