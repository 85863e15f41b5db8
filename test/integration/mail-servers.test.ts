import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Certificates, makeCertificates, noCertificates } from '../support/certificates.ts';
import { type MailDemands, type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { createTestProject, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { dataOf } from '../support/signing-in.ts';

type Delivery = Readonly<Record<'status' | 'error', string>>;

const ACCOUNT = { username: 'octavo@mail.example', password: 'sésame-9"$&' };

const folder = temporaryFolder();
const ours: Certificates | undefined = noCertificates ? undefined : makeCertificates(folder.path, 'ours');
const theirs: Certificates | undefined = noCertificates ? undefined : makeCertificates(folder.path, 'theirs');
afterAll(() => folder.remove());

describe('a mail server', () => {
  let server: Running;
  let mails: MailServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startServer();
  });
  afterEach(async () => {
    await project.remove();
    await mails.stop();
  });
  afterAll(() => server.stop());

  const begin = async (demands: MailDemands, mail: object = {}): Promise<void> => {
    mails = await startMailServer(demands);
    project = await createTestProject(server, { ...inject('engines').sqlite, mail: { ...mails.config, ...mail } });
  };
  const write = async (subject = 'x'): Promise<void> => {
    const { status } = await project.ask('POST', '/mail', { to: 'a@b.example', subject, body: 'x' });
    expect(status).toBe(204);
  };
  const arrived = async (count = 1): Promise<readonly ReceivedMail[]> => {
    await expect.poll(() => mails.received.length).toBe(count);
    return mails.received;
  };
  /** What administrators are told about the only mail, once its delivery has been attempted. */
  const failure = async (): Promise<string> => {
    const deliveries = async (): Promise<Delivery[]> => dataOf(await project.ask('GET', '/deliveries'));
    await expect.poll(async () => (await deliveries())[0]?.error).toBeTruthy();
    expect((await deliveries())[0]?.status).toBe('pending');
    expect(mails.received).toEqual([]);
    return (await deliveries())[0]?.error ?? '';
  };

  describe.skipIf(noCertificates)('that encrypts', () => {
    const pem = (certificates: Certificates | undefined): string => readFileSync(certificates?.ca ?? '', 'utf8');

    it.each([
      ['from the first byte', 'first', 'ssl'],
      ['after STARTTLS', 'starttls', 'tls'],
      ['after STARTTLS that nobody insists on', 'starttls', 'none'],
    ] as const)('%s is believed with the authority that is configured', async (_what, tls, encryption) => {
      await begin({ certificates: ours, tls }, { encryption, ca: pem(ours) });
      await write();
      expect((await arrived())[0]?.encrypted).toBe(true);
    });

    it('is trusted with an authority in a file', async () => {
      writeFileSync(join(server.data, 'authority.pem'), pem(ours));
      await begin({ certificates: ours, tls: 'first' }, { encryption: 'ssl', ca: 'authority.pem' });
      await write();
      expect((await arrived())[0]?.encrypted).toBe(true);
    });

    it.each([
      ['from the first byte', 'first', 'ssl'],
      ['after STARTTLS', 'starttls', 'tls'],
      ['after STARTTLS that nobody insists on', 'starttls', 'none'],
    ] as const)('%s gets nothing where nobody vouches for its certificate', async (_what, tls, encryption) => {
      await begin({ certificates: theirs, tls, login: { method: 'PLAIN', ...ACCOUNT } }, { encryption, ...ACCOUNT });
      await write();
      expect(await failure()).toContain('certificate');
    });

    it.each([
      ['another authority', () => ({ ca: pem(theirs) }), 'certificate'],
      ['a name that it does not bear', () => ({ ca: pem(ours), host: 'localhost' }), 'localhost'],
      ['a file that is not there', () => ({ ca: 'missing.pem' }), 'missing.pem'],
    ])('gets nothing where the configuration says %s', async (_what, mail, words) => {
      await begin({ certificates: ours, tls: 'first' }, { encryption: 'ssl', ...mail() });
      await write();
      expect(await failure()).toContain(words);
    });
  });

  it('that cannot encrypt gets nothing if encryption is required', async () => {
    await begin({}, { encryption: 'tls', ...ACCOUNT });
    await write();
    expect(await failure()).toMatch(/STARTTLS|TLS/);
  });

  it.each(['PLAIN', 'LOGIN'] as const)('is signed in to by AUTH %s', async (method) => {
    await begin({ login: { method, ...ACCOUNT } }, ACCOUNT);
    await write();
    expect((await arrived())[0]?.user).toBe(ACCOUNT.username);
  });

  it.each(['PLAIN', 'LOGIN'] as const)('that refuses the password of AUTH %s is quoted without it', async (method) => {
    await begin({ login: { method, ...ACCOUNT, password: 'another' } }, ACCOUNT);
    await write();
    const words = await failure();
    expect(words).toContain('535 no such account with ***');
    const forms = [ACCOUNT.password, Buffer.from(ACCOUNT.password).toString('base64')];
    for (const form of forms) expect(words).not.toContain(form);
  });

  it('may disconnect between mails and in the middle of one', async () => {
    await begin({});
    await write('first');
    await arrived(1);
    await write('second');
    await arrived(2);
    expect(mails.connections()).toBe(1);
    expect(mails.hangUp()).toBe(1);
    await write('third');
    await arrived(3);
    expect(mails.connections()).toBe(2);
    mails.refuse(421);
    await write('fourth');
    await expect.poll(() => mails.received.length, { timeout: 20_000 }).toBe(4);
    expect(mails.received.map(({ mail }) => mail.subject)).toEqual(['first', 'second', 'third', 'fourth']);
  }, 30_000);
});
