import { afterAll, beforeAll, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { heldBy } from '../support/held.ts';
import { uploaded } from '../support/imports.ts';
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
}, TIMEOUT_MS);
afterAll(() => server?.stop());

it.each([
  ['very many columns', `${cells(1000, (index) => `Column of the file ${index}`)}\n${cells(1000, () => 'x')}\n`],
  ['very many long columns', `${cells(1000, (index) => `${index}${'ä'.repeat(1800)}`)}\n${cells(1000, () => 'x')}\n`],
  ['very many columns that are alike', `${cells(1000, () => 'x'.repeat(4000))}\n${cells(1000, () => 'x')}\n`],
])(
  'previewing a file with %s holds nobody up',
  async (_, content) => {
    const upload = await uploaded(server.project, 'wide', content);
    const body = JSON.stringify({ kind: 'import', collection: 'wide', upload });
    const asked = { method: 'POST', path: '/jobs/preview', body, token: ADMIN_TOKEN };
    const held = await heldBy(server.base, server.key, server.pid, asked);
    expect([held.status, held.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    expect(held.ms).toBeLessThan(HELD_MS);
  },
  TIMEOUT_MS,
);
