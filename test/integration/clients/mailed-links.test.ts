import { beforeAll, expect, it, vi } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: the program is JavaScript, its types stand beside it
import { mailSink } from '../../conformance/replay.mjs';
import { AppClient } from '../../support/app-client.ts';
import { EDITOR, onEverySite } from './site.ts';

/** The token of the last mail to an address; mails are sent after the response. */
async function mailedToken(address: string, page: string): Promise<string> {
  const { mails } = await mailSink();
  return vi.waitFor(() => {
    const mail = mails.findLast(({ to, text }) => to.includes(address) && text.includes(page));
    const [, token] = /token=([\w-]+\.[\w-]+\.[\w-]+)/.exec(mail?.text ?? '') ?? [];
    if (token === undefined) throw new Error(`no mail to ${address}`);
    return token;
  }, 10_000);
}

async function settings(): Promise<Record<string, unknown>> {
  return { mail: { transport: 'smtp', host: '127.0.0.1', port: (await mailSink()).port } };
}

onEverySite(
  'pages that are reached by mail',
  (site) => {
    let stranger: AppClient;
    beforeAll(() => {
      stranger = new AppClient(site().server.base, site().project.key);
    });

    it('send a link to users who forgot their password, and do not reveal who has an account', async () => {
      const known = await stranger.ask('POST', '/auth/password/request', { email: EDITOR.email });
      const unknown = await stranger.ask('POST', '/auth/password/request', { email: 'nobody@example.com' });
      expect([known.status, known.text]).toEqual([200, unknown.text]);
    });

    it('set a new password once, which ends open sessions', async () => {
      const { editor } = site();
      const token = await mailedToken(EDITOR.email, `${site().server.base}/admin/#/reset-password`);
      const reset = () => stranger.ask('POST', '/auth/password/reset', { token, password: 'Chosen-Secret-2' });
      expect((await reset()).status).toBe(200);
      expect((await editor.ask('GET', '/users/me')).status).toBe(401);
      expect((await editor.signIn(EDITOR.email, 'Chosen-Secret-2')).status).toBe(200);
      const again = await reset();
      expect([again.status, again.body.error]).toEqual([401, { code: 105, message: expect.any(String) }]);
    });

    it('invite people, who become active users', async () => {
      const { admin } = site();
      const [invited] = await admin.write('POST', '/users/invite', { email: 'ida@example.com' });
      expect(invited).toMatchObject({ email: 'ida@example.com', status: 'invited' });
      const token = await mailedToken('ida@example.com', `${site().server.base}/admin/#/accept-invite`);
      expect((await stranger.ask('POST', `/users/invite/${token}`)).status).toBe(200);
      expect(await admin.get(`/users/${invited.id}`)).toMatchObject({ status: 'active' });
      expect((await stranger.ask('POST', `/users/invite/${token}`)).body.error?.code).toBe(106);
    });
  },
  settings,
);
