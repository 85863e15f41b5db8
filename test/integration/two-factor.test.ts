import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { codeOf, wrongCodeOf } from '../support/one-time-codes.ts';
import { addPerson, cookieOf, dataOf, PEOPLE, type Person, type Reply, send, signIn } from '../support/signing-in.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';

/** Two letters of a secret, which differ from those of every other number below 400. */
const lettersOf = (index: number): string =>
  String.fromCharCode(65 + Math.floor(index / 20)) + String.fromCharCode(65 + (index % 20));

const wrongCode = (): string => wrongCodeOf(SECRET);

onEveryEngine('the second factor', ({ server, project, prepare }) => {
  prepare(() => ({ each: true }));
  let erin: Person;
  beforeEach(async () => {
    erin = await addPerson(project, 'erin');
  });

  const enter = (otp?: unknown): Promise<Reply> => signIn(server, project, { ...PEOPLE.erin, otp });
  const codes = (replies: readonly Reply[]): (number | null | undefined)[] =>
    replies.map(({ status, body }) => (status === 200 ? 200 : body.error?.code));

  it('is requested after the password, and accepted once', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    const code = codeOf(SECRET);
    expect(codes([await enter(), await enter(wrongCode()), await enter(code), await enter(code)])).toEqual([
      111, 112, 200, 112,
    ]);
  });

  it('may be sent as a number, which has no leading zeros', async () => {
    const secrets = Array.from({ length: 400 }, (_, index) => SECRET.slice(0, -2) + lettersOf(index));
    const secret = secrets.find((each) => codeOf(each).startsWith('0')) ?? SECRET;
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': secret });
    const code = Number(codeOf(secret));
    expect(String(code).length).toBeLessThan(6);
    expect(codes([await enter(code + 0.5), await enter(-code), await enter(code), await enter(code)])).toEqual([
      112, 112, 200, 112,
    ]);
  });

  it('shows in the answer to a sign-in that it exists, and nothing of the secrets', async () => {
    const shown = async (otp?: string): Promise<unknown> => dataOf<{ user: unknown }>(await enter(otp)).user;
    await project.ask('PATCH', `/users/${erin.id}`, { token: 'tests-erin', password_reset_token: 'tests-reset' });
    expect(await shown()).toMatchObject({ '2fa_secret': null, password_reset_token: null });
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    const user = await shown(codeOf(SECRET));
    expect(user).toMatchObject({ '2fa_secret': '**********', password_reset_token: null });
    expect(user).not.toHaveProperty('token');
    expect(user).not.toHaveProperty('password');
  });

  it('is accepted once among many concurrent attempts', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    const code = codeOf(SECRET);
    const replies = codes(await Promise.all(Array.from({ length: 8 }, () => enter(code))));
    expect(replies.filter((reply) => reply === 200)).toHaveLength(1);
  });

  it('is set up once among concurrent attempts, since replacing it takes a proof', async () => {
    const { token } = dataOf<{ token: string }>(await enter());
    const secrets = [-1, 0, 1].map((steps) => [SECRET.slice(0, -2) + lettersOf(steps + 1), steps] as const);
    const replies = await Promise.all(
      secrets.map(([secret, steps]) => {
        const body = { '2fa_secret': secret, otp: codeOf(secret, steps) };
        return project.ask('POST', '/users/me/activate_2fa', body, token);
      }),
    );
    const [first, ...others] = secrets.filter((_, index) => replies[index]?.status === 200);
    expect([first !== undefined, others]).toEqual([true, []]);
    expect(codes([await enter(codeOf(first?.[0] ?? '', (first?.[1] ?? 0) < 1 ? 1 : 0))])).toEqual([200]);
  });

  it('is not accepted again after the user has ended all sessions', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    const code = codeOf(SECRET);
    const { token } = dataOf<{ token: string }>(await enter(code));
    expect((await project.ask('POST', `/auth/logout/${erin.id}`, {}, token)).status).toBe(200);
    expect((await project.ask('GET', '/users/me', undefined, token)).status).toBe(401);
    expect(codes([await enter(code)])).toEqual([112]);
  });

  it('is not accepted again if the clock is set back', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    await addPerson(project, 'ravi');
    const now = Date.now();
    const code = codeOf(SECRET);
    expect(codes([await enter(code)])).toEqual([200]);
    vi.useFakeTimers({ toFake: ['Date'], now: now + 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    // Sign-ins remove what has expired, now and then.
    for (let times = 0; times < 50; times++) dataOf(await signIn(server, project, PEOPLE.ravi));
    vi.setSystemTime(now);
    expect(codes([await enter(code)])).toEqual([112]);
  });

  it('accepts secrets of any length, and refuses invalid ones', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': 'MFRGG' });
    expect(codes([await enter(codeOf('MFRGG'))])).toEqual([200]);
    for (const secret of ['not base32!', '1', ' ']) {
      await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': secret });
      expect(codes([await enter('123456')])).toEqual([112]);
    }
  });

  it('is slowed down after five wrong codes', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    const replies: Reply[] = [];
    for (let tries = 0; tries < 6; tries++) replies.push(await enter(wrongCode()));
    expect(codes(replies)).toEqual([112, 112, 112, 112, 112, 7]);
    expect(replies[5]?.status).toBe(429);
    expect(Number(replies[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it('that a role requires is all that a session may set up until it exists', async () => {
    await project.ask('PATCH', `/roles/${erin.role}`, { enforce_2fa: true });
    const first = await signIn(server, project, { ...PEOPLE.erin, mode: 'cookie' });
    expect([first.status, first.body.error?.code]).toEqual([200, 113]);
    const headers = { Cookie: (first.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '' };
    const ask = (method: string, path: string, body?: unknown): Promise<Reply> =>
      send(server, project, method, path, { headers, body });
    expect((await ask('GET', '/users/me')).status).toBe(401);
    expect((await ask('GET', '/auth/check')).body.data).toEqual({ authenticated: false });
    const before = await project.digest();
    const otp = { '2fa_secret': SECRET, otp: codeOf(SECRET) };
    expect((await ask('POST', '/users/1/activate_2fa', otp)).status).toBe(401);
    expect((await ask('PATCH', '/users/me', { '2fa_secret': SECRET })).status).toBeGreaterThanOrEqual(401);
    expect((await ask('POST', '/users/me/activate_2fa', { ...otp, otp: wrongCode() })).status).toBe(404);
    expect(await project.digest()).toBe(before);
    expect((await ask('POST', '/users/me/activate_2fa', otp)).status).toBe(200);
    expect((await ask('GET', '/users/me?fields=id')).body.data).toEqual({ id: erin.id });
    expect((await ask('GET', '/')).body.data).toMatchObject({ api: { requires2FA: true } });
    expect(codes([await enter(otp.otp)])).toEqual([112]);
  });

  it('can be removed by an administrator, and set up by nobody else', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': SECRET });
    await addPerson(project, 'ravi');
    const headers = { Cookie: await cookieOf(server, project, 'ravi') };
    const before = await project.digest();
    const body = { '2fa_secret': SECRET, otp: codeOf(SECRET) };
    expect((await send(server, project, 'POST', `/users/${erin.id}/activate_2fa`, { headers, body })).status).toBe(403);
    expect((await send(server, project, 'POST', `/users/${erin.id}/activate_2fa`, { body })).status).toBe(401);
    expect(await project.digest()).toBe(before);
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': null });
    expect(dataOf(await enter())).toBeDefined();
  });
});
