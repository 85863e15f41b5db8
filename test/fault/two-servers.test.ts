import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { id, noteFields, status } from '../support/fields.ts';
import { inSeconds } from '../support/schedules.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const SOON = { timeout: 10_000, interval: 20 };
const ROUNDS = thoroughly(15);
/** Rounds whose writes are all sent at once. */
const AT_ONCE = 15;
const REPEATED = { timeout: 60_000, repeats: thoroughly(1) - 1 };
const WRITERS = 4;
/** By this time a server has heard of a write of another one. */
const HEARD_MS = 600;
const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`two servers of one ${PROJECT} project on ${engine}`, () => {
    const folder = temporaryFolder();
    const servers = [new ProjectServer(folder.path), new ProjectServer(folder.path)] as const;
    const [server, other] = servers;

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `two${process.pid}` });
      await server.call('POST', '/collections', { collection: 'notes', fields: noteFields });
      await server.call('POST', '/items/notes', { title: 'first' });
      await other.start();
    });
    afterAll(async () => {
      await Promise.all(servers.map((each) => each.kill()));
      folder.remove();
    });

    it('let only one of two changes of the same state of an item succeed', {
      timeout: thoroughly(60_000),
    }, async () => {
      for (const round of count(ROUNDS)) {
        const tag = await server.tag('/items/notes/1');
        const answers = await Promise.all(
          servers.map((each, index) =>
            each.call('PATCH', '/items/notes/1', { title: `${round} ${index}` }, { 'If-Match': tag }),
          ),
        );
        expect([round, ...answers.map(({ status }) => status).sort()]).toEqual([round, 200, 412]);
      }
    });

    it('know what the other is the first to store in a table of Octavo', { timeout: 60_000 }, async () => {
      expect((await other.call('GET', '/previews')).data).toEqual([]);
      const setting = { collection: 'notes', address: 'https://www.example.com/{{id}}?token={{token}}' };
      await server.call('PATCH', '/previews/notes', { address: setting.address });
      await vi.waitFor(async () => expect((await other.call('GET', '/previews')).data).toEqual([setting]), SOON);
    });

    it('apply a revoked permission to all requests that arrive at once', { timeout: 60_000 }, async () => {
      const statusOf = async (): Promise<number> => (await fetch(`${other.base}/${PROJECT}/items/notes`)).status;
      const { data } = await server.call('POST', '/permissions', { collection: 'notes', role: 2, read: 'full' });
      await vi.waitFor(async () => expect(await statusOf()).toBe(200), SOON);
      await server.call('PATCH', `/permissions/${(data as { readonly id: number }).id}`, { read: 'none' });
      await setTimeout(HEARD_MS);
      const statuses = await Promise.all(count(AT_ONCE).map(statusOf));
      expect(statuses.filter((status) => status === 200)).toEqual([]);
    });

    it('deliver files as the other has named them', { timeout: 60_000 }, async () => {
      const { data } = await server.upload(new Uint8Array([1, 2, 3]), 'a.bin');
      const file = data as { readonly id: number; readonly private_hash: string };
      const status = async (hash: string) => (await other.download(`/assets/${hash}`)).status;
      expect([await status(file.private_hash), await status('another-hash')]).toEqual([200, 404]);
      await server.call('PATCH', `/files/${file.id}`, { filename_disk: 'b.bin', private_hash: 'another-hash' });
      await vi.waitFor(async () => expect(await status(file.private_hash)).toBe(404), SOON);
      await vi.waitFor(async () => expect(await status('another-hash')).toBe(200), SOON);
      await server.call('PATCH', `/files/${file.id}`, { filename_disk: 'c.bin' });
      await vi.waitFor(async () => expect(await status('another-hash')).toBe(200), SOON);
    });

    it('write consecutive revisions', REPEATED, async () => {
      const writes = count(AT_ONCE).flatMap((round) =>
        servers.flatMap((each, index) =>
          count(WRITERS).map((writer) =>
            each.call('PATCH', '/items/notes/1', { title: `${round} ${index} ${writer}` }),
          ),
        ),
      );
      expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([200]));
      const { data } = await other.call('GET', '/revisions?limit=1&sort=-id&fields=data');
      const { data: item } = await server.call('GET', '/items/notes/1?fields=title');
      expect((data as { data: { title: string } }[])[0]?.data.title).toBe((item as { title: string }).title);
    });

    it('leave one administrator, although both are demoted at once', { timeout: thoroughly(60_000) }, async () => {
      const admin = { first_name: 'A', last_name: 'B', password: 'Secret-1', role: 1, status: 'active' };
      const token = 'token-of-the-second-administrator';
      const { data } = await server.call('POST', '/users', { ...admin, email: 'second@example.com', token });
      const people = [
        { id: 1, on: server, headers: undefined },
        { id: (data as { id: number }).id, on: other, headers: { Authorization: `Bearer ${token}` } },
      ] as const;
      for (const round of count(ROUNDS)) {
        const answers = await Promise.all(
          people.map(({ id, on, headers }) => on.call('PATCH', `/users/${id}`, { status: 'draft' }, headers)),
        );
        expect([round, ...answers.map(({ status }) => status).sort()]).toEqual([round, 200, 403]);
        const [left, gone] = answers[0]?.status === 403 ? people : ([people[1], people[0]] as const);
        await left.on.call('PATCH', `/users/${gone.id}`, { status: 'active' }, left.headers);
        const isBack = () => gone.on.call('GET', '/users/me', undefined, gone.headers);
        await vi.waitFor(async () => expect((await isBack()).status).toBe(200), SOON);
      }
    });

    it('do what the other was the first to schedule, if that one dies', { timeout: 60_000 }, async () => {
      await server.call('POST', '/collections', { collection: 'drafts', fields: [id, status] });
      await server.call('POST', '/items/drafts', { status: 'draft' });
      const wanted = { collection: 'drafts', item: 1, action: 'publish', status: 'published', at: inSeconds(2) };
      expect((await server.call('POST', '/schedules', wanted)).status).toBe(200);
      await server.kill();
      const item = () => other.call('GET', '/items/drafts/1?fields=status');
      await vi.waitFor(async () => expect((await item()).data).toEqual({ status: 'published' }), SOON);
    });
  });
}
