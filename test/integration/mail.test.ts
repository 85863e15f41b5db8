import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReceiverQueues } from '../../src/persistence/outbox/receiver-queues.ts';
import { beginDue, nextDue } from '../../src/persistence/outbox/run-due.ts';
import { TableRows } from '../../src/persistence/table-rows.ts';
import type { Project } from '../../src/projects/project.ts';
import { outbox } from '../../src/schema/internal/outbox.ts';
import { handlersOf } from '../../src/services/outbox/handlers.ts';
import { deferred } from '../support/deferred.ts';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';
import { addPerson, dataOf, PEOPLE, type Person, send, signIn, tokenOf } from '../support/signing-in.ts';

const NEW_PASSWORD = 'Erin-Secret-2';
const SENT = { kind: 'mail', lane: 'mail', subject: 'x', payload: '{}', status: 'done', attempts: 1 };

onEveryEngine('mail', ({ database, server, project, prepare }) => {
  let mails: MailServer;
  let erin: Person;

  prepare(async () => {
    mails = await startMailServer();
    return { each: true, project: { mail: mails.config, mail_from: 'shop@example.com' } };
  });
  beforeEach(async () => {
    mails.received.length = 0;
    erin = await addPerson(project, 'erin');
  });
  afterAll(() => mails.stop());

  const arrived = async (count: number): Promise<ReceivedMail[]> => {
    await expect.poll(() => mails.received.length).toBe(count);
    return mails.received;
  };
  const ended = async (status: string): Promise<Record<string, unknown>[]> => {
    const list = () => project.ask('GET', `/deliveries?status=${status}`).then(dataOf<Record<string, unknown>[]>);
    await expect.poll(async () => (await list()).length).toBeGreaterThan(0);
    return list();
  };
  const tokenIn = ({ mail }: ReceivedMail): string => /token=([\w.-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  const request = (body: object) => project.ask('POST', '/auth/password/request', body, null);
  const reset = (token: string, password = NEW_PASSWORD) =>
    project.ask('POST', '/auth/password/reset', { token, password }, null);

  describe('for a new password', () => {
    it('goes to the stored address, from the project, as text and HTML', async () => {
      await project.ask('PATCH', `/users/${erin.id}`, { first_name: '<b>Erin</b>' });
      expect((await request({ email: 'ERIN@example.com' })).text).toBe('{"public":true}');
      const [received] = await arrived(1);
      expect(received?.recipients).toEqual(['erin@example.com']);
      expect(received?.mail.from?.address).toBe('shop@example.com');
      expect(received?.mail.html).toContain('&lt;b&gt;Erin&lt;/b&gt;');
      expect(received?.mail.text).toContain(`${server.base}/admin/#/reset-password?token=`);
    });

    it('sets one password among many attempts, and ends every session', async () => {
      const jwt = await tokenOf(server, project, 'erin');
      await request({ email: 'erin@example.com' });
      const [received] = await arrived(1);
      const token = received ? tokenIn(received) : '';
      const answers = await Promise.all(Array.from({ length: 20 }, () => reset(token)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ body }) => body.error?.code === 105)).toHaveLength(19);
      expect((await project.ask('GET', '/users/me', undefined, jwt)).status).toBe(401);
      const signedIn = await signIn(server, project, { email: 'erin@example.com', password: NEW_PASSWORD });
      expect(signedIn.status).toBe(200);
    });

    it('changes nothing if wrong tokens use up the limit before it is stored', async () => {
      const rate_limit = { tokens: { limit: 3 } };
      const other = await createTestProject(server, { ...database, mail: mails.config, rate_limit });
      const tried = (token: string) =>
        other.ask('POST', '/auth/password/reset', { token, password: NEW_PASSWORD }, null);
      try {
        await addPerson(other, 'erin');
        await other.ask('POST', '/auth/password/request', { email: 'erin@example.com' }, null);
        const [received] = await arrived(1);
        let waiting: ReturnType<typeof tried> | undefined;
        await (await other.opened()).database.transaction(async (connection) => {
          await connection.run({ text: 'UPDATE directus_users SET status = status', parameters: [] });
          waiting = tried(received ? tokenIn(received) : '');
          await new Promise((later) => setTimeout(later, 300));
          for (const _ of [1, 2, 3]) expect((await tried('wrong')).body.error?.code).toBe(104);
        });
        expect((await waiting)?.status).toBe(429);
        expect((await signIn(server, other, PEOPLE.erin)).status).toBe(200);
      } finally {
        await other.remove();
      }
    });

    it.each([
      ['the user', '/users/me', () => tokenOf(server, project, 'erin')],
      ['an administrator', '', () => undefined],
    ])('is void once %s has changed the password', async (_, path, bearer) => {
      await request({ email: 'erin@example.com' });
      const [received] = await arrived(1);
      const changed = await project.ask(
        'PATCH',
        path || `/users/${erin.id}`,
        { password: NEW_PASSWORD },
        await bearer(),
      );
      expect(changed.status).toBe(200);
      const late = await reset(received ? tokenIn(received) : '', 'Erin-Secret-3');
      expect([late.status, late.body.error?.code]).toEqual([401, 105]);
      expect((await signIn(server, project, { ...PEOPLE.erin, password: NEW_PASSWORD })).status).toBe(200);
    });

    it('is void once another was requested', async () => {
      await request({ email: 'erin@example.com' });
      await arrived(1);
      await new Promise((later) => setTimeout(later, 1000 - (Date.now() % 1000)));
      await request({ email: 'erin@example.com' });
      const [first, second] = (await arrived(2)).map(tokenIn);
      expect((await reset(first ?? '')).body.error?.code).toBe(105);
      expect((await reset(second ?? '')).status).toBe(200);
    });

    it('changes nothing if the password or the token is invalid', async () => {
      await request({ email: 'erin@example.com' });
      const [received] = await arrived(1);
      const token = received ? tokenIn(received) : '';
      await ended('done');
      const before = await project.digest();
      expect((await reset(token, '')).body.error?.code).toBe(4);
      expect((await reset(token, 'x'.repeat(73))).body.error?.code).toBe(4);
      expect((await reset(`${token}AA`)).body.error?.code).toBe(105);
      expect(await project.digest()).toBe(before);
    });

    it('is not sent to unknown or similar addresses, and at most five times in ten minutes', async () => {
      for (const email of ['nobody@example.com', 'érin@example.com'])
        expect((await request({ email })).text).toBe('{"public":true}');
      await Promise.all(Array.from({ length: 8 }, () => request({ email: 'erin@example.com' })));
      await expect.poll(async () => (await ended('done')).length).toBeGreaterThan(10);
      const jobs = async (kind: string): Promise<number> =>
        dataOf<{ kind: string }[]>(await project.ask('GET', '/deliveries')).filter((job) => job.kind === kind).length;
      const written = await jobs('mail');
      expect(written).toBeGreaterThanOrEqual(5);
      await request({ email: 'erin@example.com' });
      await expect.poll(async () => (await project.ask('GET', '/deliveries?status=pending')).text).toContain('[]');
      expect([await jobs('password-reset'), await jobs('mail')]).toEqual([11, written]);
    });

    it.each([
      'https://evil.example/reset',
      '//evil.example/reset',
      'javascript:alert(1)',
      'http://user:pass@127.0.0.1/',
    ])('does not lead to %s', async (url) => {
      const answer = await request({ email: 'erin@example.com', reset_url: url });
      expect(answer.body.error?.code).toBe(4);
      expect(mails.received).toEqual([]);
    });

    it('does not follow the Host header', async () => {
      const http = await import('node:http');
      const status = await new Promise<number | undefined>((done) => {
        const headers = { Host: 'evil.example', 'Content-Type': 'application/json' };
        const asked = http.request(`${server.base}/${project.key}/auth/password/request`, {
          method: 'POST',
          headers,
        });
        asked.on('response', (answer) => done(answer.resume().statusCode));
        asked.end(JSON.stringify({ email: 'erin@example.com' }));
      });
      expect(status).toBe(422);
      expect(mails.received).toEqual([]);
    });
  });

  describe('of an invitation', () => {
    const invite = (email: unknown) => project.ask('POST', '/users/invite', { email });

    it('activates its reader once, even after a second invitation', async () => {
      await invite(['iris@example.com', 'jan@example.com']);
      await arrived(2);
      await invite('iris@example.com');
      const mailed = (await arrived(3)).filter(({ recipients }) => recipients[0] === 'iris@example.com');
      const token = tokenIn(mailed[0] as ReceivedMail);
      const accept = () => project.ask('POST', `/users/invite/${token}`, undefined, null);
      expect((await accept()).body.data).toMatchObject({ email: 'iris@example.com', status: 'active' });
      expect((await accept()).body.error?.code).toBe(106);
    });

    it('is accepted by following its link, but not by a HEAD request, with which mail filters check links', async () => {
      await invite('lea@example.com');
      const [received] = await arrived(1);
      const token = received ? tokenIn(received) : '';
      const follow = (method: string) => project.ask(method, `/users/invite/${token}`, undefined, null);
      expect((await follow('HEAD')).status).toBe(405);
      expect((await follow('GET')).body.data).toMatchObject({ email: 'lea@example.com', status: 'active' });
    });

    it('answers the user object when it is accepted, without tokens', async () => {
      const [kim] = dataOf<{ id: number }[]>(await invite('kim@example.com'));
      const [received] = await arrived(1);
      await project.write('PATCH', `/users/${kim?.id}`, { token: 'tests-kim', password_reset_token: 'tests-reset' });
      const token = received ? tokenIn(received) : '';
      const accepted = await project.ask('POST', `/users/invite/${token}`, undefined, null);
      const stored = await project.read(`/users/${kim?.id}`);
      expect(stored).toMatchObject({ status: 'active', token: 'tests-kim' });
      expect(accepted.body.data).toEqual({ ...(stored as object), token: null, password_reset_token: null });
    });

    it('sets a name and a password with the acceptance, unless the password is refused', async () => {
      await project.write('PATCH', '/settings', [{ id: 11, value: '/^.{8,}$/' }]);
      await project.ask('POST', '/users/invite', { email: 'jo@example.com' });
      const [received] = await arrived(1);
      const token = received ? tokenIn(received) : '';
      const accept = (body: object, query = '') => project.ask('POST', `/users/invite/${token}${query}`, body, null);
      expect((await accept({ password: 'short' })).body.error).toMatchObject({ code: 4 });
      expect((await accept({ password: 'x'.repeat(73) })).body.error).toMatchObject({ code: 4 });
      expect((await accept({ first_name: 'J'.repeat(200) })).status).toBe(422);
      expect((await accept({}, '?fields=nope')).status).toBe(422);
      const jo = { first_name: 'Jo', last_name: 'Ito', password: NEW_PASSWORD, role: '1', email: 'eve@example.com' };
      expect((await accept(jo)).body.data).toMatchObject({
        first_name: 'Jo',
        last_name: 'Ito',
        email: 'jo@example.com',
        role: null,
      });
      expect((await accept(jo)).body.error?.code).toBe(106);
      expect((await signIn(server, project, { email: 'jo@example.com', password: NEW_PASSWORD })).status).toBe(200);
    });

    it('is refused to everybody but administrators, and for invalid addresses', async () => {
      const token = await tokenOf(server, project, 'erin');
      const before = await project.digest();
      expect((await project.ask('POST', '/users/invite', { email: 'a@b.example' }, token)).status).toBe(403);
      for (const email of ['a@b.example\r\nBcc: x@y.example', ['a@b.example', 'no'], Array(101).fill('a@b.example')])
        expect((await invite(email)).body.error?.code).toBe(4);
      expect(await project.digest()).toBe(before);
      expect(mails.received).toEqual([]);
    });

    it('of another project is not valid here', async () => {
      const other = await createTestProject(server, { ...database, mail: mails.config });
      try {
        await other.ask('POST', '/users/invite', { email: 'iris@example.com' });
        const [received] = await arrived(1);
        const token = received ? tokenIn(received) : '';
        await invite('iris@example.com');
        expect((await project.ask('POST', `/users/invite/${token}`, undefined, null)).body.error?.code).toBe(101);
      } finally {
        await other.remove();
      }
    });
  });

  describe('written by users', () => {
    it('is cleaned and filled in, and sent to exactly those who were named', async () => {
      const token = await tokenOf(server, project, 'erin');
      const body = '<p>Dear {{name}}</p><script>evil()</script>';
      const sent = { to: [erin.id, { email: 'iris@example.com', name: 'Iris' }], subject: 'Hi {{name}}', body };
      const answer = await project.ask('POST', '/mail', { ...sent, data: { name: '<i>Bo</i>' } }, token);
      expect(answer.status).toBe(204);
      const [received] = await arrived(1);
      expect(received?.recipients).toEqual(['erin@example.com', 'iris@example.com']);
      expect(received?.mail.subject).toBe('Hi <i>Bo</i>');
      expect(received?.mail.from?.address).toBe('erin@example.com');
      expect(received?.mail.html).toContain('Dear &lt;i&gt;Bo');
      expect(received?.mail.html).not.toContain('evil');
    });

    it('links only to pages and addresses, also where a value is filled in', async () => {
      const body = '<a href="{{bad}}">a</a><a href="java{{none}}script:b()">b</a><a href="{{good}}">c</a><{{tag}}>';
      const data = { bad: 'javascript:a()', good: 'https://example.com/?a=1&b=2', tag: 'script' };
      expect((await project.ask('POST', '/mail', { to: 'a@b.example', body, data })).status).toBe(204);
      const [received] = await arrived(1);
      expect(received?.mail.html).toContain('<a href="https://example.com/?a=1&amp;b=2">c</a>');
      expect(`${received?.mail.html}${received?.mail.text}`).not.toContain('script');
    });

    it('carries no headers of theirs', async () => {
      const before = await project.digest();
      const lines = { to: 'a@b.example', body: 'x', subject: 'x\r\nBcc: y@z.example' };
      expect((await project.ask('POST', '/mail', lines)).body.error?.code).toBe(4);
      const to = { to: 'a@b.example\r\nBcc: y@z.example', body: 'x' };
      expect((await project.ask('POST', '/mail', to)).body.error?.code).toBe(12);
      expect(await project.digest()).toBe(before);
      const hidden = 'x\r\nBcc: y@z.example\r\n\r\nhello';
      const filled = { to: { email: 'a@b.example', name: hidden }, body: 'x', subject: '{{s}}', data: { s: hidden } };
      expect((await project.ask('POST', '/mail', filled)).status).toBe(204);
      const [received] = await arrived(1);
      expect(received?.recipients).toEqual(['a@b.example']);
      expect(received?.mail.headers.map(({ key }) => key)).not.toContain('bcc');
    });

    it('is refused if it would take long, or grow', async () => {
      const before = await project.digest();
      const mail = { to: 'a@b.example', body: 'x', data: { a: 'b'.repeat(10_000) } };
      const codeOf = async (more: object): Promise<unknown> =>
        (await project.ask('POST', '/mail', { ...mail, ...more })).body.error?.code;
      expect(await codeOf({ body: 'x'.repeat(100_001) })).toBe(4);
      for (const more of [
        { body: '<b>'.repeat(30_000) },
        { body: '{{a}}'.repeat(20) },
        { subject: '{{a}}'.repeat(20) },
      ])
        expect(await codeOf(more)).toBe(12);
      expect(await codeOf({ body: '{{a}}'.repeat(20), type: 'plain' })).toBe(12);
      expect(await project.digest()).toBe(before);
    });
  });

  describe('that is refused', () => {
    const write = () => project.ask('POST', '/mail', { to: 'a@b.example', subject: 'x', body: 'x' });

    it('for now is retried after a pause, and arrives once', async () => {
      mails.refuse(451);
      await write();
      const [pending] = await ended('pending');
      await expect.poll(async () => (await ended('pending'))[0]?.error).toContain('451');
      expect(pending?.subject).toContain('a@b.example');
      const opened = await project.opened();
      const lanes = new ReceiverQueues(() => {});
      await beginDue(opened, handlersOf(opened), lanes, () => Date.now() + 10_000);
      await lanes.settled();
      await arrived(1);
      expect(await ended('done')).toHaveLength(1);
    });

    /** A mail that is due, and which the server does not know of. */
    const due = async () => {
      mails.refuse(451);
      await write();
      await expect.poll(async () => (await ended('pending'))[0]?.error).toContain('451');
      return project.opened();
    };
    const later = () => Date.now() + 10_000;

    it('for one of its addressees is sent to the others once, and to this one when it is accepted', async () => {
      mails.refuseRecipient('late@b.example', 451);
      await project.ask('POST', '/mail', { to: ['a@b.example', 'late@b.example'], subject: 'x', body: 'x' });
      const received = await arrived(2);
      expect(received.map(({ recipients }) => recipients)).toEqual([['a@b.example'], ['late@b.example']]);
      await expect.poll(async () => (await ended('done')).length).toBe(2);
    });

    it('for one of its addressees for good is shown as a failed one to this one', async () => {
      mails.refuseRecipient('none@b.example', 550, 550);
      await project.ask('POST', '/mail', { to: ['a@b.example', 'none@b.example'], subject: 'x', body: 'x' });
      const [failed] = await ended('failed');
      expect(failed).toMatchObject({ attempts: 1, error: expect.stringContaining('550') });
      expect(failed?.subject).toContain('again to none@b.example');
      expect((await arrived(1))[0]?.recipients).toEqual(['a@b.example']);
    });

    it('is sent by one server only, however slow the mail server is', async () => {
      const opened = await due();
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      try {
        const lanes = new ReceiverQueues(() => {});
        let [elapsed, sent] = [0, 0];
        const now = () => later() + elapsed;
        const accepted = deferred();
        const mail = async (): Promise<undefined> => {
          sent++;
          await accepted.promise;
        };
        const slow = { ...handlersOf(opened), mail };
        await beginDue(opened, slow, lanes, now);
        for (let minute = 0; minute < 5; minute++) {
          elapsed += 60_000;
          const dueOn = (await ended('pending'))[0]?.due_on;
          await vi.advanceTimersByTimeAsync(60_000);
          await expect.poll(async () => (await ended('pending'))[0]?.due_on).not.toBe(dueOn);
          await beginDue(opened, slow, lanes, now);
        }
        accepted.resolve();
        await lanes.settled();
        expect(sent).toBe(1);
        expect(await ended('done')).toMatchObject([{ attempts: 2 }]);
      } finally {
        vi.useRealTimers();
      }
    });

    it('is sent in time if the clock was a year ahead when it was refused', async () => {
      const opened = await due();
      const ahead = { due_at: Date.now() + 365 * 86_400_000 };
      await new TableRows(opened.dialect, outbox).update(opened.database, [['status', '=', 'pending']], ahead);
      expect(await nextDue(opened.dialect, opened.database, Date.now())).toBeLessThanOrEqual(Date.now());
      const lanes = new ReceiverQueues(() => {});
      await beginDue(opened, handlersOf(opened), lanes, Date.now);
      await lanes.settled();
      await arrived(1);
    });

    it('is sent although a server tried it that has not yet read the new secret of the project', async () => {
      const opened = await due();
      const auth = { ...opened.config.auth, secret: 'the-secret-that-the-project-had-before' };
      const former = Object.create(opened, { config: { value: { ...opened.config, auth } } }) as Project;
      const lanes = new ReceiverQueues(() => {});
      await beginDue(former, handlersOf(opened), lanes, later);
      await lanes.settled();
      expect(await ended('pending')).toMatchObject([{ attempts: 2, error: expect.stringContaining('secret') }]);
      await beginDue(opened, handlersOf(opened), lanes, () => later() + 60_000);
      await lanes.settled();
      await arrived(1);
    });

    it('fails for good if it was written with another secret', async () => {
      const opened = await due();
      const auth = { ...opened.config.auth, secret: 'the-secret-that-the-project-has-now' };
      const changed = Object.create(opened, { config: { value: { ...opened.config, auth } } }) as Project;
      const lanes = new ReceiverQueues(() => {});
      for (let minutes = 10; minutes <= 40; minutes += 10) {
        await beginDue(changed, handlersOf(opened), lanes, () => Date.now() + minutes * 60_000);
        await lanes.settled();
      }
      expect(await ended('failed')).toMatchObject([{ attempts: 4, error: expect.stringContaining('secret') }]);
    });

    it('is not sent again because it could not be recorded at once that it was sent', async () => {
      const opened = await due();
      const { database } = opened;
      const { run } = database;
      const failures: unknown[] = [];
      let sent = 0;
      const mail = async (): Promise<undefined> => {
        sent++;
        database.run = async () => {
          database.run = run;
          throw new Error('the connection was lost');
        };
      };
      const lanes = new ReceiverQueues((failure) => failures.push(failure));
      await beginDue(opened, { ...handlersOf(opened), mail }, lanes, later);
      await lanes.settled();
      database.run = run;
      expect([sent, failures]).toEqual([1, [null]]);
      expect(await ended('done')).toMatchObject([{ error: null }]);
    });

    it('for good is shown to administrators only, and sent on their request', async () => {
      mails.refuse(550);
      await write();
      const [failed] = await ended('failed');
      expect(failed).toMatchObject({ kind: 'mail', attempts: 1 });
      const token = await tokenOf(server, project, 'erin');
      expect((await project.ask('GET', '/deliveries', undefined, token)).status).toBe(401);
      expect((await project.ask('POST', `/deliveries/${failed?.id}/replay`, undefined, token)).status).toBe(401);
      expect((await project.ask('POST', `/deliveries/${failed?.id}/replay`)).status).toBe(204);
      await arrived(1);
      expect((await project.ask('POST', `/deliveries/${failed?.id}/replay`)).body.error?.code).toBe(203);
    });
  });

  it('is forgotten some days after it was sent, some hundreds at a time, without delaying others', async () => {
    const opened = await project.opened();
    await opened.internalTable(outbox);
    const rows = new TableRows(opened.dialect, outbox);
    const ago = (days: number) => Date.now() - days * 86_400_000;
    const sent = (at: number) => ({ due_at: at, created_at: at, ended_at: at, ...SENT });
    const add = async (count: number, at: number) => {
      await opened.database.transaction(async (connection) => {
        for (let index = 0; index < count; index++) await rows.insert(connection, sent(at));
      });
    };
    await add(600, ago(8));
    await add(2, ago(6));
    const left = async (): Promise<number> => {
      const lanes = new ReceiverQueues(() => {});
      await beginDue(opened, handlersOf(opened), lanes, Date.now);
      return rows.count(opened.database, []);
    };
    expect([await left(), await left(), await left()]).toEqual([102, 2, 2]);
  });

  it('leaves no secret behind when it has been sent', async () => {
    await request({ email: 'erin@example.com' });
    await arrived(1);
    await expect.poll(async () => (await ended('done')).length).toBe(2);
    const opened = await project.opened();
    const rows = await opened.database.all({ text: `SELECT payload FROM ${outbox.name}`, parameters: [] });
    expect(rows).toEqual([['{}'], ['{}']]);
  });

  it('is not listed as a collection', async () => {
    await project.ask('POST', '/mail', { to: 'a@b.example', body: 'x' });
    expect((await send(server, project, 'GET', `/items/${outbox.name}`)).status).not.toBe(200);
    expect((await project.ask('GET', '/collections')).text).not.toContain(outbox.name);
  });
});
