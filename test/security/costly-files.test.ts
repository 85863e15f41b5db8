import { afterAll, beforeAll, expect, it } from 'vitest';
import { heldBy } from '../support/held.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { chattyPng, wordyPng } from '../support/samples.ts';
import { type CostlyProject, costlyProject } from './costly-project.ts';

const HELD_MS = 150;
const TIMEOUT_MS = 120_000;
const PATIENCE_MS = 30_000;

let server: CostlyProject;
beforeAll(async () => {
  server = await costlyProject();
}, TIMEOUT_MS);
afterAll(() => server?.stop());

it(
  'a picture with compressed texts of gigabytes holds nobody up, nor do its thumbnails',
  async () => {
    const text = 'é'.repeat(20_000_000);
    const data = wordyPng(Array.from({ length: 12 }, (_, index) => [`k${index}`, text] as const)).toString('base64');
    const body = JSON.stringify({ data, filename_disk: 'a.png' });
    const sent = { method: 'POST', path: '/files', body, token: ADMIN_TOKEN, patienceMs: PATIENCE_MS };
    const upload = await heldBy(server.base, server.key, server.pid, sent);
    expect([upload.status, upload.text]).toEqual([200, expect.stringContaining('"width":1')]);
    const { private_hash: hash } = JSON.parse(upload.text).data as { private_hash: string };
    const asked = { path: `/assets/${hash}?key=thumbnail`, patienceMs: PATIENCE_MS };
    const thumbnail = await heldBy(server.base, server.key, server.pid, asked);
    expect(thumbnail.status).toBe(200);
    expect(Math.max(upload.ms, thumbnail.ms)).toBeLessThan(HELD_MS);
  },
  TIMEOUT_MS,
);

const name = { filename_disk: 'a.txt' };
const ATTRIBUTES: readonly (readonly [what: string, status: number, attributes: () => object])[] = [
  ['base64 with much white space', 200, () => ({ ...name, data: 'QUFB '.repeat(5_000_000) })],
  ['very much white space', 422, () => ({ ...name, data: ' '.repeat(25_000_000) })],
  ['base64 with too much padding', 422, () => ({ ...name, data: `QUFB${'= '.repeat(12_000_000)}` })],
  ['base64 that ends with something else', 422, () => ({ ...name, data: `${'QUFB'.repeat(6_000_000)}-` })],
  ['a long address', 422, () => ({ ...name, data: `http://${'a.'.repeat(12_000_000)}` })],
  ['a long address of a video', 422, () => ({ data: `http://youtube.com/watch?${'v=a&'.repeat(6_000_000)}` })],
  ['a long name', 200, () => ({ data: 'QUFB', filename_disk: '-'.repeat(20_000_000) })],
  [
    'a picture with 900,000 texts',
    200,
    () => ({ filename_disk: 'a.png', data: chattyPng(900_000).toString('base64') }),
  ],
  ['a text of 10,000,000 tags', 422, () => ({ ...name, data: 'QUFB', tags: ','.repeat(10_000_000) })],
  ['a long path', 200, () => ({ data: 'QUFB', filename_disk: `${'a/'.repeat(12_000_000)}a.txt` })],
];

it.each(ATTRIBUTES)(
  'a file from %s is answered with %i, and holds nobody up',
  async (_, status, attributes) => {
    const body = JSON.stringify(attributes());
    const sent = { method: 'POST', path: '/files', body, token: ADMIN_TOKEN, patienceMs: PATIENCE_MS };
    const held = await heldBy(server.base, server.key, server.pid, sent);
    expect([held.status, held.text.slice(0, 200)]).toEqual([status, expect.any(String)]);
    expect(held.ms).toBeLessThan(HELD_MS);
  },
  TIMEOUT_MS,
);
