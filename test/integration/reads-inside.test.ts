import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { serverContext } from '../../src/persistence/context.ts';
import { inTransaction } from '../../src/persistence/in-transaction.ts';
import { openOutbox } from '../../src/persistence/outbox/enqueue.ts';
import { isMailedEnough } from '../../src/persistence/outbox/mailed-enough.ts';
import { updateRow } from '../../src/persistence/rows.ts';
import type { Transaction } from '../../src/persistence/transaction.ts';
import type { Project } from '../../src/projects/project.ts';
import { identities } from '../../src/schema/internal/sso.ts';
import { collectionOf } from '../../src/schema/schema.ts';
import { accountOf } from '../../src/services/auth/sso/identities.ts';
import { enqueueMail } from '../../src/services/mail/mailer.ts';
import { createTestProject, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';
import { addPerson, type Person } from '../support/signing-in.ts';

const PROVIDER = {
  name: 'acme',
  issuer: 'https://acme.example',
  form: 'claims',
  endpoints: null,
  clientId: 'x',
  clientSecret: null,
  clientAuth: null,
  scopes: [],
  trustsEmail: false,
  hostedDomain: null,
  icon: null,
} as const;

for (const [engine, database] of Object.entries(inject('engines'))) {
  describe(`a transaction's own reads, on ${engine}`, () => {
    let server: Running;
    let project: TestProject;
    let store: Project;
    let erin: Person;

    beforeAll(async () => {
      server = await startServer();
      project = await createTestProject(server, { ...database });
      erin = await addPerson(project, 'erin');
      const found = await server.app.registry.find(project.key);
      if (!found) throw new Error('the project is gone');
      store = found;
    });
    afterAll(async () => {
      await project.remove();
      await server.stop();
    });

    const within = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
      inTransaction(serverContext(store), work);
    const change = (tx: Transaction, values: Readonly<Record<string, string>>): Promise<void> =>
      updateRow(tx, collectionOf(store.catalog.schema, 'directus_users'), erin.id, new Map(Object.entries(values)));

    it('include the users that it has invited: one address in several spellings is one user, and one mail', async () => {
      const email = ['Twin@example.com', 'twin@example.com', 'ｔＷｉｎ@example.com'];
      expect((await project.ask('POST', '/users/invite', { email })).status).toBe(200);
      const { data } = (await project.ask('GET', '/users?status=*&fields=email&filter[email][contains]=twin')).body;
      expect(data).toEqual([{ email: 'Twin@example.com' }]);
      const deliveries = (await project.ask('GET', '/deliveries')).body.data as { subject: string }[];
      expect(deliveries.filter(({ subject }) => subject.startsWith('invitation of user'))).toHaveLength(1);
    });

    it('include the mails that it has written, which count towards the limit', async () => {
      await openOutbox(store);
      const message = { from: { email: 'a@b.example' }, to: [{ email: 'c@d.example' }], subject: 'x', text: 'x' };
      await within(async (tx) => {
        const isEnough = () => isMailedEnough(tx.context, 'many', tx.connection);
        expect(await isEnough()).toBe(false);
        for (let count = 0; count < 5; count++) await enqueueMail(tx, message, 'many');
        expect(await isEnough()).toBe(true);
      });
    });

    it('include the user of a provider as it has changed it', async () => {
      await store.internalTable(identities);
      const profile = { issuer: PROVIDER.issuer, subject: 'e-1', email: 'erin@example.com', verified: true };
      await within(async (tx) => {
        await change(tx, { email: 'other@example.com' });
        await expect(accountOf(tx, PROVIDER, profile)).rejects.toMatchObject({ entry: 'emailNotFound' });
        await change(tx, { email: 'erin@example.com' });
        expect(await accountOf(tx, PROVIDER, profile)).toMatchObject({ id: erin.id, status: 'active' });
        await change(tx, { status: 'suspended' });
        expect(await accountOf(tx, PROVIDER, profile)).toMatchObject({ id: erin.id, status: 'suspended' });
        await change(tx, { status: 'active' });
      });
    });
  });
}
