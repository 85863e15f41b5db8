import { afterAll, beforeAll, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { type Held, heldBy } from '../support/held.ts';
import { imported, uploaded } from '../support/imports.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { type CostlyProject, costlyProject } from './costly-project.ts';

const HELD_MS = 250;
const TIMEOUT_MS = 120_000;

const cells = (count: number, cell: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => cell(index)).join();

let server: CostlyProject;
beforeAll(async () => {
  server = await costlyProject();
  const field = (index: number) => ({
    field: `field_number_${index}`,
    type: 'string',
    datatype: 'VARCHAR',
    length: 20,
    translation: ['en-US', 'de-DE'].map((locale) => ({ locale, translation: `Feld ${locale} ${index}` })),
  });
  const fields = [id, ...Array.from({ length: 300 }, (_, index) => field(index))];
  await server.project.write('POST', '/collections', { collection: 'wide', fields });
  const json = [1, 2, 3, 4].map((index) => ({ field: `json${index}`, type: 'json', datatype: 'TEXT' }));
  const list = { field: 'list', type: 'array', datatype: 'TEXT' };
  await server.project.write('POST', '/collections', { collection: 'documents', fields: [id, ...json, list] });
}, TIMEOUT_MS);
afterAll(() => server?.stop());

const preview = (collection: string, upload: string): Promise<Held> => {
  const body = JSON.stringify({ kind: 'import', collection, upload });
  const asked = { method: 'POST', path: '/jobs/preview', body, token: ADMIN_TOKEN };
  return heldBy(server.base, server.key, server.pid, asked);
};

it('previewing a file with very many columns holds nobody up', async () => {
  const content = `${cells(1000, (index) => `Column of the file ${index}`)}\n${cells(1000, () => 'x')}\n`;
  const held = await preview('wide', await uploaded(server.project, 'wide', content));
  expect([held.status, held.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  expect(held.ms).toBeLessThan(HELD_MS);
});

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const named = (count: number): string => `{${cells(count, (index) => `"k${index}":1`)}}`;

it.each([
  ['brackets within brackets', 'json1', quoted(nested(1_900_000))],
  ['very many names', 'json1', quoted(named(200_000))],
  [
    'very many names together',
    'json1,json2,json3,json4',
    Array(4)
      .fill(quoted(named(40_000)))
      .join(),
  ],
  ['very many empty objects', 'json1', quoted(`[${cells(1_300_000, () => '{}')}]`)],
  ['very many entries of a list', 'list', quoted(cells(1_900_000, () => 'a'))],
])(
  'a row whose JSON has %s is refused, and holds nobody up',
  async (_, columns, row) => {
    const content = `${columns}\n${row}\n`;
    const upload = await uploaded(server.project, 'documents', content);
    const held = await preview('documents', upload);
    expect([held.status, held.text.slice(-300)]).toEqual([200, expect.stringContaining('"does":"refuse"')]);
    expect(held.ms).toBeLessThan(HELD_MS);
    const { state, result } = await imported(server.project, content, { collection: 'documents' });
    expect({ state, result }).toMatchObject({ state: 'done', result: { created: 0, refused: 1 } });
  },
  TIMEOUT_MS,
);
