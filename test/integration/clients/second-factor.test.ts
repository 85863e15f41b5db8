import { beforeAll, expect, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { codeOf, wrongCodeOf } from '../../support/one-time-codes.ts';
import { onEverySite } from './site.ts';

const FAY = { email: 'fay@example.com', password: 'Fay-Secret-1' };

onEverySite('signing in with a second factor', (site) => {
  let fay: AppClient;
  let secret = '';
  const enter = (otp?: string) => fay.signIn(FAY.email, FAY.password, otp);
  beforeAll(async () => {
    const { admin, server, project } = site();
    const { id } = await admin.write('POST', '/roles', { name: 'Careful', enforce_2fa: true });
    const names = { first_name: 'Fay', last_name: 'F', status: 'active', role: String(id) };
    await admin.write('POST', '/users', { ...FAY, ...names });
    fay = new AppClient(server.base, project.key);
  });

  it('leads users who need one to its set-up: code 113 besides the user, and a cookie', async () => {
    const { status, body } = await enter();
    expect([status, body.error?.code, body.data.user.email]).toEqual([200, 113, FAY.email]);
    expect(fay.jar.names).toHaveLength(1);
  });

  it('allows nothing but the set-up until then', async () => {
    for (const path of ['/users/me', '/items/articles', '/settings?limit=-1'])
      expect([401, 403], path).toContain((await fay.ask('GET', path)).status);
    expect((await fay.ask('GET', '/')).body.public).toBe(true);
  });

  it('is set up with a secret of the server and a code for it', async () => {
    const { status, body } = await fay.ask('GET', '/utils/2fa_secret');
    secret = body.data['2fa_secret'];
    expect([status, secret]).toEqual([200, expect.stringMatching(/^[A-Z2-7]{16,}$/)]);
    const activate = (otp: string) => fay.ask('POST', '/users/me/activate_2fa', { '2fa_secret': secret, otp });
    const wrong = await activate(wrongCodeOf(secret));
    expect([wrong.status, wrong.body.error?.code]).toEqual([404, 112]);
    expect((await activate(codeOf(secret, -1))).status).toBe(200);
  });

  it('turns the same cookie into a full session', async () => {
    expect(await fay.get('/users/me?fields[0]=email&fields[1]=role.*')).toMatchObject({
      email: FAY.email,
      role: { name: 'Careful' },
    });
    expect((await fay.get('/')).api.requires2FA).toBe(true);
    await fay.get('/settings?limit=-1');
  });

  it('requires the code from then on: 111 without, 112 with a wrong one', async () => {
    await fay.ask('POST', '/auth/logout', {});
    const [without, wrong] = [await enter(), await enter(wrongCodeOf(secret))];
    expect([without.status, without.body.error?.code]).toEqual([404, 111]);
    expect([wrong.status, wrong.body.error?.code]).toEqual([404, 112]);
    expect(fay.jar.names).toEqual([]);
    expect((await enter(codeOf(secret))).status).toBe(200);
    await fay.get('/users/me');
  });
});
