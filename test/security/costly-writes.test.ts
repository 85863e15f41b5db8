import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Asked, heldBy } from '../support/held.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { type CostlyProject, costlyProject } from './costly-project.ts';

/** What a write may hold up others for; a long commit is the most. */
const HELD_MS = 120;
const TIMEOUT_MS = 120_000;

const listed = (count: number, item: (index: number) => object): string =>
  JSON.stringify(Array.from({ length: count }, (_, index) => item(index)));
const post = (body: string): Asked => ({ method: 'POST', path: '/items/posts', body });

const WRITES: readonly (readonly [what: string, asked: Asked, status: number])[] = [
  ['a list of 20,000 new items', post(listed(20_000, (index) => ({ title: `title ${index}`, body: 'b' }))), 200],
  [
    'a list of new items that are not alike',
    post(listed(8_000, (index) => (index % 2 ? { title: 't' } : { body: 'b' }))),
    200,
  ],
  [
    'a list of 4,000 changed items',
    { ...post(listed(4_000, (index) => ({ id: index + 1, title: 'changed' }))), method: 'PATCH' },
    200,
  ],
  [
    'an item with 300,000 names',
    post(`{"title":"x","body":{${Array.from({ length: 300_000 }, (_, index) => `"${index}":1`).join()}}}`),
    413,
  ],
  ['a list of a million numbers', post(`[${'1,'.repeat(900_000)}1]`), 413],
];

describe('however much is written, others are answered meanwhile', () => {
  let server: CostlyProject;
  beforeAll(async () => {
    server = await costlyProject();
    await server.project.write('POST', '/items/posts', JSON.parse(listed(500, () => ({ title: 't' }))));
  }, TIMEOUT_MS);
  afterAll(() => server?.stop());

  it.each(WRITES)(
    '%s',
    async (_, asked, expected) => {
      const {
        status,
        text: answer,
        ms,
      } = await heldBy(server.base, server.key, server.pid, { ...asked, token: ADMIN_TOKEN });
      expect([status, answer.slice(0, 200)]).toEqual([expected, expect.any(String)]);
      expect(ms).toBeLessThan(HELD_MS);
    },
    TIMEOUT_MS,
  );
});
