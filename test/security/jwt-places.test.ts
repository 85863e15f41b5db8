import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { type Claims, forgeries, misissued } from '../support/forged-tokens.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { addPerson, cookieOf, type Reply, send, tokenOf } from '../support/signing-in.ts';

type Purpose = Parameters<typeof issueToken>[1];

const SECRET = 'the-secret-of-the-project-under-test';

/** Where a token can be sent, how, and how it is refused. */
interface Place {
  readonly purpose: Purpose;
  sent(text: string): Promise<Reply>;
  /** The error codes for an invalid token and for an expired one; absent where both count as no token. */
  readonly codes?: readonly [none: number, expired: number];
  /** Further codes for a forged token, or one of another project. */
  readonly others?: readonly number[];
}

describe('a forged token', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  let attacker: Receiver;
  let session: string;
  prepare(async () => {
    attacker = await startReceiver();
    const names = ['single_sign_on', 'tokens', 'tokens_anywhere', 'strangers', 'strangers_writes'];
    const rate_limit = Object.fromEntries(names.map((name) => [name, { limit: 10_000, interval: 60 }]));
    return { project: { auth: { secret: SECRET }, rate_limit } };
  });
  beforeAll(async () => {
    await addPerson(project, 'erin');
    session = await tokenOf(server, project, 'erin');
  });
  afterAll(() => attacker.stop());

  const ask = (method: string, path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Reply> =>
    send(server, project, method, path, { headers, ...(body !== undefined && { body }) });
  const page = '/users/me/tracking/page';
  const places: Readonly<Record<string, Place>> = {
    'the header Authorization': {
      purpose: 'auth',
      sent: (text) => ask('GET', '/users/me', { Authorization: `Bearer ${text}` }),
    },
    'HTTP Basic': {
      purpose: 'auth',
      sent: (text) => ask('GET', '/users/me', { Authorization: `Basic ${Buffer.from(text).toString('base64')}` }),
    },
    'the query': {
      purpose: 'auth',
      sent: (text) => ask('GET', `/users/me?access_token=${encodeURIComponent(text)}`),
    },
    'the body': {
      purpose: 'auth',
      sent: (text) => ask('PATCH', page, {}, { access_token: text, last_page: '/x' }),
    },
    'the cookie': {
      purpose: 'auth',
      sent: (text) =>
        ask('GET', '/users/me', { Cookie: `platform-${project.key}-session=${encodeURIComponent(text)}` }),
    },
    SCIM: {
      purpose: 'auth',
      sent: (text) => ask('GET', '/scim/v2/Users', { Authorization: `Bearer ${text}` }),
    },
    'its exchange for another': {
      purpose: 'auth',
      sent: (token) => ask('POST', '/auth/refresh', {}, { token }),
      codes: [101, 102],
    },
    'single sign-on': {
      purpose: 'request_token',
      sent: (request_token) => ask('POST', '/auth/sso/access_token', {}, { request_token }),
      codes: [109, 110],
    },
    'a new password': {
      purpose: 'reset_password',
      sent: (token) => ask('POST', '/auth/password/reset', {}, { token, password: 'Another-Secret-1' }),
      codes: [104, 105],
      others: [105, 101],
    },
    'an invitation': {
      purpose: 'invitation',
      sent: (text) => ask('POST', `/users/invite/${encodeURIComponent(text)}`),
      codes: [101, 102],
    },
  };
  /** HTTP itself strips spaces around a header, and cannot carry line breaks. */
  const isSendable = (place: string, text: string): boolean =>
    !/header|SCIM/.test(place) || (text === text.trim() && !/[\n\0]/.test(text));

  const made = async (purpose: Purpose): Promise<[token: string, claims: Claims]> => {
    const open = await project.opened();
    const issuer = { secret: SECRET, public: open.issuer.public ?? '', project: project.key };
    const claims = JSON.parse(Buffer.from(session.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    const token =
      purpose === 'auth'
        ? session
        : await issueToken(issuer, purpose, { ...claims, email: 'erin@example.com' }, 20, new Date());
    return [token, JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())];
  };
  const fate = ({ status, text, body }: Reply): string => `${status} ${body.error?.code ?? text}`;

  const refusal = async ({ sent, codes }: Place, expired: boolean): Promise<string> =>
    codes ? `401 ${codes[expired ? 1 : 0]}` : fate(await sent(''));

  it.each(Object.keys(places))('is refused in %s', async (name) => {
    const place = places[name] as Place;
    const [token, claims] = await made(place.purpose);
    const forged = await forgeries(token, claims, `http://${attacker.host}/keys`);
    const before = await project.digest();
    const expected = [await refusal(place, false), await refusal(place, true)];
    const wrong: string[] = [];
    for (const [what, text, expired = false] of [...forged, ...misissued(SECRET, claims)]) {
      if (!isSendable(name, text)) continue;
      const got = fate(await place.sent(text));
      const allowed = [expected[expired ? 1 : 0], ...(place.others ?? []).map((code) => `401 ${code}`)];
      if (!allowed.includes(got)) wrong.push(`${what}: ${got}`);
    }
    expect(wrong).toEqual([]);
    expect(await project.digest()).toBe(before);
    expect(attacker.received).toEqual([]);
  });

  it.each(Object.keys(places).filter((name) => !places[name]?.codes))(
    'is the same as none in %s: refused',
    async (name) => {
      expect([401, 404]).toContain((await (places[name] as Place).sent('')).status);
    },
  );

  it('is distinguished from a valid one, which is accepted where it belongs', async () => {
    for (const name of ['the header Authorization', 'HTTP Basic', 'the query', 'the body', 'its exchange for another'])
      expect([name, (await (places[name] as Place).sent(session)).status]).toEqual([name, 200]);
  });

  it.each<[string, (token: string) => Promise<Reply>]>([
    ['the query by another name', (token) => ask('GET', `/users/me?token=${token}`)],
    ['a list of the query', (token) => ask('GET', `/users/me?access_token[]=${token}`)],
    ['a list of the body', (token) => ask('PATCH', page, {}, { access_token: [token], last_page: '/x' })],
    ['an item of the body', (token) => ask('PATCH', page, {}, { data: { access_token: token }, last_page: '/x' })],
    ['the header without a scheme', (token) => ask('GET', '/users/me', { Authorization: token })],
    ['another scheme', (token) => ask('GET', '/users/me', { Authorization: `JWT ${token}` })],
    ['a header of its own', (token) => ask('GET', '/users/me', { 'X-Access-Token': token })],
    ['a cookie by another name', (token) => ask('GET', '/users/me', { Cookie: `access_token=${token}` })],
    [
      'the password of HTTP Basic',
      (token) => ask('GET', '/users/me', { Authorization: `Basic ${Buffer.from(`x:${token}`).toString('base64')}` }),
    ],
    ['an address', (token) => ask('GET', `/users/me/${token}`)],
  ])('counts nothing, though it is good, in %s', async (_place, sent) => {
    expect((await sent(session)).status).toBeGreaterThanOrEqual(400);
  });

  it('in a cookie is not accepted in a header, nor the other way round', async () => {
    const [, value = ''] = (await cookieOf(server, project, 'erin')).split('=');
    for (const name of ['its exchange for another', 'single sign-on', 'a new password', 'an invitation'])
      expect((await (places[name] as Place).sent(value)).status).toBe(401);
  });
});
