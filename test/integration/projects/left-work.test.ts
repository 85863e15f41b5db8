import { mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { serverContext } from '../../../src/persistence/context.ts';
import { nextDueSchedule } from '../../../src/persistence/schedules.ts';
import { TableRows } from '../../../src/persistence/table-rows.ts';
import type { Project } from '../../../src/projects/project.ts';
import { outbox } from '../../../src/schema/internal/outbox.ts';
import { id, status } from '../../support/fields.ts';
import { fleetOf } from '../../support/fleet.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { inSeconds, schedule } from '../../support/schedules.ts';

const OTHER = '11111111-2222-4333-8444-555555555555';
const SOON = { timeout: 20_000, interval: 100 };

onEveryEngine(
  'a scheduled change of a project that no request opens is made',
  ({ server, project, prepare }) => {
    prepare(() => ({ each: true }));
    beforeAll(() => server.app.rounds.start());
    beforeEach(async () => {
      await project.write('POST', '/collections', { collection: 'posts', fields: [id, status] });
      await project.write('POST', '/items/posts', { status: 'draft' });
      opened = await project.opened();
    });
    afterEach(() => server.app.registry.close(project.key));

    let opened: Project;
    const file = (): string => join(server.data, 'config', `${project.key}.json`);
    const scheduleSoon = () => schedule(project, { item: 1, status: 'published', at: inSeconds(3) });
    /** What happens a minute after a project was opened anew with another configuration. */
    const retired = (): Promise<void> => opened.close();
    /** When the change is due, as the database says; null once it has been made. */
    const due = async (): Promise<number | null> => {
      const { dialect, address } = opened;
      const snapshot = await dialect.openSnapshot(address);
      return nextDueSchedule(dialect, snapshot).finally(() => snapshot.close());
    };

    it('after the project has been suspended and resumed', async () => {
      await scheduleSoon();
      const fleet = fleetOf(server);
      for (const method of ['POST', 'DELETE']) await fleet.ask(method, `/fleet/${project.key}/suspension`);
      expect([server.app.registry.isOpen(project.key), await due()]).toEqual([false, expect.any(Number)]);
      await expect.poll(due, SOON).toBeNull();
    });

    it('after its configuration has changed', async () => {
      await scheduleSoon();
      const config = JSON.parse(readFileSync(file(), 'utf8')) as object;
      writeFileSync(file(), JSON.stringify({ ...config, cors: { origin: ['https://www.example.com'] } }));
      await expect.poll(() => server.app.registry.allKeys() && server.app.registry.isOpen(project.key)).toBe(false);
      await retired();
      await expect.poll(due, SOON).toBeNull();
    });

    it('after its configuration has come back, as after a restore', async () => {
      await scheduleSoon();
      const config = readFileSync(file());
      rmSync(file());
      await expect.poll(() => server.app.registry.allKeys()).not.toContain(project.key);
      await retired();
      writeFileSync(file(), config);
      await expect.poll(() => server.app.registry.allKeys()).toContain(project.key);
      await expect.poll(due, SOON).toBeNull();
    });

    it('after the server that was told of it has died', async () => {
      const servers = join(server.data, 'servers');
      mkdirSync(servers, { recursive: true });
      writeFileSync(join(servers, OTHER), '1 elsewhere\n');
      await server.app.fleet.round();
      await scheduleSoon();
      await server.app.registry.close(project.key);
      utimesSync(join(servers, OTHER), 0, 0);
      await server.app.fleet.round();
      await expect.poll(due, SOON).toBeNull();
    });
  },
  { timeout: 60_000 },
);

onEveryEngine('a project whose secret is changed while its mail server is busy', ({ server, project, prepare }) => {
  let mails: MailServer;
  prepare(async () => {
    mails = await startMailServer();
    return { project: { mail: mails.config } };
  });
  afterAll(() => mails.stop());

  /** Makes the mails that wait due, and wakes their worker. */
  const tryAgain = async (opened: Project): Promise<void> => {
    await new TableRows(opened.dialect, outbox).update(opened.database, [['status', '=', 'pending']], { due_at: 1 });
    const change = { kind: 'rows', collection: outbox.name } as const;
    await opened.committed(serverContext(opened), [change]);
    await opened.outboxSettled(10_000);
  };

  it('sends the mails that were written since', { timeout: 60_000 }, async () => {
    const file = join(server.data, 'config', `${project.key}.json`);
    const former = await project.opened();
    const config = JSON.parse(readFileSync(file, 'utf8')) as { readonly auth: object };
    const auth = { ...config.auth, secret: 'another-secret-of-at-least-32-characters' };
    writeFileSync(file, JSON.stringify({ ...config, auth }));
    await expect.poll(() => project.opened(), SOON).not.toBe(former);
    mails.refuse(451);
    await project.write('POST', '/mail', { to: 'a@example.com', subject: 'since', body: 'written since' });
    const present = await project.opened();
    await present.outboxSettled(10_000);
    await tryAgain(former);
    await tryAgain(present);
    expect(mails.received.map(({ mail }) => mail.subject)).toEqual(['since']);
  });
});
