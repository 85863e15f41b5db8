import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificates, makeCertificates, noCertificates } from '../support/certificates.ts';
import { startInstalled as startMysql } from '../support/engines/mysql.ts';
import { startInstalled as startPostgres } from '../support/engines/postgres.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';
import { temporaryFolder } from '../support/server-process.ts';

const LIMIT_MS = 5000;
const CIPHER = {
  mysql: `SHOW SESSION STATUS LIKE 'Ssl_cipher'`,
  postgres: `SELECT 'cipher', COALESCE((SELECT cipher FROM pg_stat_ssl WHERE pid = pg_backend_pid()), '')`,
};
const START = { mysql: startMysql, postgres: startPostgres };

const folder = temporaryFolder();
const ours: Certificates | undefined = noCertificates ? undefined : makeCertificates(folder.path, 'ours');
const theirs: Certificates | undefined = noCertificates ? undefined : makeCertificates(folder.path, 'theirs');
afterAll(() => folder.remove());

for (const engine of ['mysql', 'postgres'] as const) {
  const started = ours ? await START[engine](ours) : { skipped: noCertificates ?? '' };
  describe.skipIf('skipped' in started)(`the connection to a server of ${engine}`, () => {
    const address: Readonly<Record<string, unknown>> = 'address' in started ? { ...started.address } : {};
    let server: Running;
    let projects = 0;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(async () => {
      await server.stop();
      if ('stop' in started) await started.stop();
    });

    const pem = (certificates: Certificates | undefined): string => readFileSync(certificates?.ca ?? '', 'utf8');

    /** Writes the certificate of an authority to the data folder; returns its path relative to that folder. */
    function inDataFolder(certificates: Certificates | undefined): string {
      writeFileSync(join(server.data, 'authority.pem'), pem(certificates));
      return 'authority.pem';
    }

    async function create(options: object): Promise<{ readonly project: string; readonly code: number | null }> {
      const project = `tls${process.pid}${engine}${projects++}`;
      const account = { user_email: 'admin@example.com', user_password: 'password' };
      const body = { project, super_admin_token: SUPER_ADMIN_TOKEN, db_name: project, ...account };
      const answer = await fetch(`${server.base}/server/projects`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, ...address, ...options }),
      });
      const text = await answer.text();
      return { project, code: text === '' ? null : ((JSON.parse(text).error?.code as number | undefined) ?? null) };
    }

    async function ciphersOf(project: string): Promise<string[]> {
      const found = await server.app.registry.find(project);
      if (!found) throw new Error('the project is missing');
      const statement = { text: CIPHER[engine], parameters: [] };
      const [read] = await found.database.all(statement);
      const [written] = await found.database.transaction(async (connection) => connection.all(statement));
      const streamed: string[] = [];
      for await (const rows of found.database.chunks(statement, 10)) streamed.push(String(rows[0]?.[1]));
      return [String(read?.[1]), String(written?.[1]), ...streamed];
    }

    it.each([
      ['its certificate checked', () => ({ db_ssl: true, db_ssl_ca: inDataFolder(ours) })],
      ['an authority alone', () => ({ db_ssl_ca: pem(ours) })],
      ['its certificate unchecked', () => ({ db_host: 'localhost', db_ssl: 'require' })],
      ['encryption as a wish', () => ({ db_ssl: 'prefer' })],
    ])('is encrypted with %s', async (_what, options) => {
      const { project, code } = await create(options());
      expect(code).toBeNull();
      for (const cipher of await ciphersOf(project)) expect(cipher).toMatch(/AES|CHACHA/);
    });

    it.each([
      ['the certificate of another authority', () => ({ db_ssl: true, db_ssl_ca: pem(theirs) })],
      ['authorities of the world alone', () => ({ db_ssl: 'verify' })],
      ['a name that the certificate does not bear', () => ({ db_host: 'localhost', db_ssl_ca: pem(ours) })],
      ['a certificate that is not there', () => ({ db_ssl_ca: 'missing.pem' })],
    ])('is not taken with %s', async (_what, options) => {
      const begun = performance.now();
      expect((await create(options())).code).toBe(19);
      expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
    });

    it('is unencrypted to this machine, and on request', async () => {
      for (const options of [{}, { db_ssl: false }, { db_ssl: 'off' }]) {
        const { project } = await create(options);
        expect(await ciphersOf(project)).toEqual(['', '', '']);
      }
    });

    it('is refused with an unknown mode', async () => {
      expect((await create({ db_ssl: 'perhaps' })).code).toBe(4);
      expect((await create({ db_connections: 1 })).code).toBe(4);
    });
  });

  const plain = await START[engine]();
  describe.skipIf('skipped' in plain)(`the connection to a server of ${engine} that cannot encrypt`, () => {
    let server: Running;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(async () => {
      await server.stop();
      if ('stop' in plain) await plain.stop();
    });

    it.each([
      ['verify', 19],
      ['require', 19],
      ['prefer', null],
    ])('with %s answers %s', async (mode, expected) => {
      const account = { user_email: 'admin@example.com', user_password: 'password' };
      const name = `plain${process.pid}${engine}${mode}`;
      const body = { project: name, super_admin_token: SUPER_ADMIN_TOKEN, db_name: name, ...account, db_ssl: mode };
      const answer = await fetch(`${server.base}/server/projects`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...body, ...('address' in plain && plain.address) }),
      });
      const text = await answer.text();
      expect(text === '' ? null : (JSON.parse(text).error?.code ?? null)).toBe(expected);
    });
  });
}
