import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { thoroughly } from '../support/battery.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

const SECRET = 'super-admin-of-tests';
const TOKEN = 'token-of-the-first-user';
const HEADERS = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
/** Databases that accept connections and never answer. */
const SILENT = ['asilent', 'bsilent'];
/** For this long, a delivery is not repeated whose server was killed during it. */
const LEASE_MS = 120_000;
const REPETITIONS = Array.from({ length: thoroughly(1) });
let runs = 0;

for (const [engine, database] of REPETITIONS.flatMap(() => Object.entries(inject('engines')))) {
  const run = ++runs;
  describe(`mails of a project that nobody opens, on ${engine}`, () => {
    const folder = temporaryFolder();
    const names = { asked: `asked${process.pid}_${run}`, left: `left${process.pid}_${run}` };
    let server: ServerProcess;
    let mails: MailServer;
    let silent: Server;
    let base = '';

    const start = async (): Promise<void> => {
      const args = ['serve', '--data', folder.path, '--port', '0', '--log-level', 'error'];
      server = new ServerProcess(args, { OCTAVO_SUPER_ADMIN_TOKEN: SECRET });
      base = await server.address();
    };
    const ask = async (method: string, path: string, body?: unknown): Promise<string> => {
      const init = { method, headers: HEADERS, ...(body !== undefined && { body: JSON.stringify(body) }) };
      const answer = await fetch(base + path, init);
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
      return answer.text();
    };
    const create = (project: string): Promise<string> =>
      ask('POST', '/server/projects', {
        project,
        super_admin_token: SECRET,
        db_name: project,
        db_user: 'root',
        user_email: 'admin@example.com',
        user_password: 'password',
        user_token: TOKEN,
        mail: mails.config,
        ...database,
      });
    const configOf = (project: string): string => join(folder.path, 'config', `${project}.json`);
    const addSilent = (project: string): void => {
      const config = JSON.parse(readFileSync(configOf(names.left), 'utf8'));
      const address = {
        type: 'postgres',
        name: project,
        host: '127.0.0.1',
        port: (silent.address() as AddressInfo).port,
      };
      writeFileSync(configOf(project), JSON.stringify({ ...config, project, database: address }));
    };

    beforeAll(async () => {
      silent = createServer(() => {});
      await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
      mails = await startMailServer();
      await start();
      await create(names.asked);
      await create(names.left);
    }, 60_000);
    afterAll(async () => {
      await server.kill();
      silent.close();
      await mails.stop();
      folder.remove();
    });

    it('are sent after a kill and a restart, although other databases are silent', {
      timeout: LEASE_MS + 90_000,
    }, async () => {
      mails.refuse(451);
      await ask('POST', `/${names.left}/mail`, { to: 'a@b.example', subject: 'late', body: 'x' });
      await expect.poll(() => ask('GET', `/${names.left}/deliveries`)).toContain('451');
      await server.kill();
      for (const project of SILENT) addSilent(project);
      await start();
      await ask('GET', `/${names.asked}/users`);
      await expect.poll(() => mails.received.length, { timeout: LEASE_MS + 60_000 }).toBe(1);
      expect(mails.received[0]?.mail.subject).toBe('late');
      const done = `/${names.left}/deliveries?status=done`;
      // Three, if the second attempt was in progress when the server was killed.
      await expect.poll(() => ask('GET', done)).toMatch(/"attempts":[23]/);
    });
  });
}
