import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { startServer } from '../support/running.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { addPerson, signIn } from '../support/signing-in.ts';

const folder = temporaryFolder();
const { server, project, prepare } = harnessOn('sqlite');
let mails: MailServer;

prepare(async () => {
  mails = await startMailServer();
  return { server: { studio: folder.path }, project: { mail: mails.config, rate_limit: { identical_mails: null } } };
});
beforeAll(() => addPerson(project, 'erin'));
beforeEach(() => {
  mails.received.length = 0;
});
afterAll(async () => {
  await mails.stop();
  folder.remove();
});

async function arrived(): Promise<ReceivedMail['mail']> {
  await expect.poll(() => mails.received.length, { timeout: 10_000 }).toBe(1);
  const [received] = mails.received;
  if (!received) throw new Error('no mail');
  return received.mail;
}
const tokenIn = (text = ''): string => /token=([\w.-]+)/.exec(text)?.[1] ?? '';
const forget = (more: object = {}) =>
  project.ask('POST', '/auth/password/request', { email: 'erin@example.com', ...more }, null);
const invite = (email: string) => project.ask('POST', '/users/invite', { email });
const set = (settings: Record<string, unknown>) =>
  Promise.all(
    Object.entries(settings).map(async ([key, value]) => {
      const [{ id }] = (await project.write<{ id: number }[]>('GET', `/settings?filter[key]=${key}`)) as [
        { id: number },
      ];
      await project.write('PATCH', `/settings/${id}`, { value });
    }),
  );

describe('with Studio, mails lead there', () => {
  it('for a new password, in words and in the colour of the project', async () => {
    await set({ project_name: 'Magazine <b>', project_color: '#ffdd00' });
    await forget();
    const { text, html } = await arrived();
    const link = `${server.base}/studio/${project.key}/reset-password?token=${tokenIn(text)}`;
    expect(text?.split('\n')).toContain(link);
    expect(text).toContain('for Magazine <b>.');
    expect(text).toContain('within 20 minutes');
    expect(text).toContain('If you did not ask for it');
    expect(html?.match(new RegExp(`href="${link.replaceAll(/[.?]/g, '\\$&')}"`, 'g'))).toHaveLength(2);
    expect(html).toContain('background:#ffdd00');
    expect(html).toContain('Magazine &lt;b&gt;');
    expect(html).toContain('within 20 minutes');
    expect(html).not.toMatch(/<script|<img|<link|src=/);
  });

  it('for an invitation, which counts for 30 days', async () => {
    await invite('iris@example.com');
    const { text, html } = await arrived();
    expect(text).toContain(`${server.base}/studio/${project.key}/accept-invite?token=${tokenIn(text)}\n`);
    expect(text).toContain('within 30 days');
    expect(text).toContain('you can ignore this\nmail');
    expect(html).toContain('Accept the invitation</a>');
  });

  it('but not where the client says where', async () => {
    await forget({ reset_url: `${server.base}/own/page?x=1` });
    expect((await arrived()).text).toContain(`${server.base}/own/page?x=1&token=`);
  });

  it('in the words of the own templates of a project, if it has some', async () => {
    const templates = join(server.data, 'extensions', 'projects', project.key, 'mail');
    mkdirSync(templates, { recursive: true });
    writeFileSync(
      join(templates, 'user-invitation.twig'),
      '<p>Welcome! <a href="{{ invitation_url }}">Come in</a></p>',
    );
    try {
      await invite('jan@example.com');
      const { text, html } = await arrived();
      expect(html).toContain('<p>Welcome!');
      expect(text).toMatch(/^Welcome! Come in \(http:.*\/accept-invite\?token=.*\)\s*$/);
    } finally {
      rmSync(templates, { recursive: true });
    }
  });

  it.each([
    [{ publicUrl: 'https://cms.example.com' }, 'https://cms.example.com/studio/'],
    [{ publicUrl: null }, 'https://site.example.com/studio/'],
    [{ publicUrl: 'https://cms.example.com', studio: null }, 'https://site.example.com/admin/#/accept-invite?token='],
  ])('on the address that the server knows itself by, else on that of the project: %j', async (options, link) => {
    const other = await startServer({ studio: folder.path, ...options, data: server.data });
    try {
      await set({ project_url: 'https://site.example.com/' });
      const path = `${other.base}/${project.key}/users/invite`;
      const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_TOKEN}` };
      const email = `${link.length}@example.com`;
      await fetch(path, { method: 'POST', headers, body: JSON.stringify({ email }) });
      expect((await arrived()).text).toContain(link);
    } finally {
      await set({ project_url: '' });
      await other.stop();
    }
  });
});

describe('who accepts an invitation', () => {
  const accept = (token: string, body: unknown) => project.ask('POST', `/users/invite/${token}`, body, null);

  it('chooses a name and a password, and signs in with it', async () => {
    await invite('kim@example.com');
    const token = tokenIn((await arrived()).text);
    const kim = { first_name: 'Kim', last_name: 'Example', password: 'Kim-Secret-1' };
    const answer = await accept(token, { ...kim, role: 1, status: 'suspended', email: 'other@example.com' });
    expect(answer.body.data).toMatchObject({
      first_name: 'Kim',
      last_name: 'Example',
      status: 'active',
      role: null,
      email: 'kim@example.com',
    });
    expect(answer.text).not.toContain('password');
    expect((await signIn(server, project, { email: 'kim@example.com', password: 'Kim-Secret-1' })).status).toBe(200);
    expect((await accept(token, kim)).body.error?.code).toBe(106);
  });

  it('may try again after a password or a name that is no good, and then without any', async () => {
    await set({ password_policy: '/.{10,}/' });
    await invite('lee@example.com');
    const token = tokenIn((await arrived()).text);
    const before = await project.digest();
    for (const body of [
      { password: 'short' },
      { password: 'x'.repeat(73) },
      { password: ['a long password'] },
      { first_name: 'x'.repeat(51) },
      { last_name: 5 },
    ])
      expect((await accept(token, body)).body.error?.code, JSON.stringify(body)).toBe(4);
    expect(await project.digest()).toBe(before);
    await set({ password_policy: '' });
    expect((await accept(token, { first_name: null, last_name: '' })).body.data).toMatchObject({
      first_name: null,
      status: 'active',
    });
  });
});
