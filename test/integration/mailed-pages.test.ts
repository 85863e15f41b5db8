import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MailServer, type ReceivedMail, startMailServer } from '../support/mail-server.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { startServer } from '../support/running.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { addPerson } from '../support/signing-in.ts';

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
  await expect.poll(() => mails.received.length).toBe(1);
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

  it('for an invitation, which is valid for 30 days', async () => {
    await invite('iris@example.com');
    const { text, html } = await arrived();
    expect(text).toContain(`${server.base}/studio/${project.key}/accept-invite?token=${tokenIn(text)}\n`);
    expect(text).toContain('within 30 days');
    expect(text).toContain('you can ignore this\nmail');
    expect(html).toContain('Accept the invitation</a>');
  });

  it('but not where the client says', async () => {
    await forget({ reset_url: `${server.base}/own/page?x=1` });
    expect((await arrived()).text).toContain(`${server.base}/own/page?x=1&token=`);
  });

  it("in the words of the project's own templates, if it has some", async () => {
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
