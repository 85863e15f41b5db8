import { createHmac } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProject, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';
import { addPerson, tokenOf } from '../support/signing-in.ts';

type Claims = Record<string, unknown>;

const SECRET = 'the-secret-of-the-project-under-test';
const HEADER = { typ: 'JWT', alg: 'HS256' };
const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

let server: Running;
let project: TestProject;
/** A token that is good, and what it is made of. */
let token: string;
let claims: Claims;

beforeAll(async () => {
  server = await startServer();
  project = await createTestProject(server, { db_type: 'sqlite', auth: { secret: SECRET } });
  await addPerson(project, 'erin');
  token = await tokenOf(server, project, 'erin');
  claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
});
afterAll(() => server.stop());

function signed(payload: unknown, header: unknown = HEADER, { secret = SECRET, hash = 'sha256' } = {}): string {
  const text = `${encode(header)}.${encode(payload)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** What becomes of a token: the status of a read as its bearer, and of its exchange for another. */
async function fate(text: string): Promise<[read: number, refresh: number]> {
  const read = await project.ask('GET', `/users/me?access_token=${encodeURIComponent(text)}`, undefined, null);
  const refresh = await project.ask('POST', '/auth/refresh', { token: text }, null);
  return [read.status, refresh.status];
}

const GOOD = [200, 200];
const REFUSED = [401, 401];
const now = (): number => Math.floor(Date.now() / 1000);

describe('a temporary token', () => {
  it('is made as these tests make theirs', async () => {
    expect(await fate(token)).toEqual(GOOD);
    expect(await fate(signed(claims))).toEqual(GOOD);
  });

  it.each<[string, () => string]>([
    ['no algorithm', () => `${encode({ typ: 'JWT', alg: 'none' })}.${encode(claims)}.`],
    ['no algorithm in capitals', () => signed(claims, { typ: 'JWT', alg: 'None' })],
    [
      'no algorithm and the signature of another',
      () => `${encode({ alg: 'none' })}.${token.split('.').slice(1).join('.')}`,
    ],
    ['another algorithm of the same family', () => signed(claims, { typ: 'JWT', alg: 'HS512' }, { hash: 'sha512' })],
    ['an algorithm with public keys, signed with the secret', () => signed(claims, { typ: 'JWT', alg: 'RS256' })],
    ['an algorithm that is a list', () => signed(claims, { typ: 'JWT', alg: ['HS256'] })],
    ['no algorithm named at all', () => signed(claims, { typ: 'JWT' })],
    ['a header that is no object', () => signed(claims, 'HS256')],
    ['the public key of the project as its secret', () => signed(claims, HEADER, { secret: String(claims.key) })],
    ['an empty secret', () => signed(claims, HEADER, { secret: '\0' })],
    ['a critical extension that nobody knows', () => signed(claims, { ...HEADER, crit: ['exp2'], exp2: 1 })],
    ['a payload that is not encoded', () => signed(claims, { ...HEADER, crit: ['b64'], b64: false })],
    [
      'a key file of the attacker named',
      () => signed(claims, { ...HEADER, kid: '../../../../dev/null' }, { secret: '\0' }),
    ],
    ['one letter of the signature changed', () => token.replace(/.{8}$/, 'AAAAAAAA')],
    ['no signature', () => `${token.split('.').slice(0, 2).join('.')}.`],
    ['half a signature', () => token.slice(0, -20)],
    ['another user', () => `${encode(HEADER)}.${encode({ ...claims, id: 1 })}.${token.split('.')[2]}`],
    ['letters that are not base64', () => token.replace('.', '.!*'.slice(0, 2))],
    ['padding', () => token.replaceAll('.', '==.')],
    ['a payload that is no JSON', () => signed('{"id":')],
    ['a payload that is a list', () => signed([claims])],
    ['a payload that is null', () => signed('null')],
  ])('is refused with %s', async (_name, make) => {
    expect((await fate(make()))[0]).toBe(401);
    expect((await fate(make()))[1]).toBe(401);
  });

  it.each<[string, () => Claims]>([
    ['no end', () => ({ ...claims, exp: undefined })],
    ['an end in the past', () => ({ ...claims, exp: now() - 60 })],
    ['an end that is text', () => ({ ...claims, exp: String(claims.exp) })],
    ['an end that is a list', () => ({ ...claims, exp: [claims.exp] })],
    ['an end that is null', () => ({ ...claims, exp: null })],
    ['a beginning in the future', () => ({ ...claims, nbf: now() + 600 })],
    ['another purpose', () => ({ ...claims, type: 'reset_password' })],
    ['a purpose that is a list', () => ({ ...claims, type: ['auth'] })],
    ['another project', () => ({ ...claims, project: 'other' })],
    ['the public key of another project', () => ({ ...claims, key: 'other' })],
    ['a user that is text', () => ({ ...claims, id: String(claims.id) })],
    ['a user that is a condition', () => ({ ...claims, id: { $gt: 0 } })],
    ['another user than its session', () => ({ ...claims, id: 1 })],
    ['no session', () => ({ ...claims, session: undefined, nonce: undefined })],
    ['a session that is text', () => ({ ...claims, session: `${claims.session} OR 1=1` })],
    ['a session that has never been', () => ({ ...claims, session: 999_999 })],
    ['the secret of another session', () => ({ ...claims, nonce: 'a'.repeat(32) })],
  ])('is refused with %s, though the signature is right', async (_name, make) => {
    expect(await fate(signed(make()))).toEqual(REFUSED);
  });

  it('is refused with a key of its own inside', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const jwk = await exportJWK(publicKey);
    const header = { typ: 'JWT', alg: 'RS256', jwk, jku: `${server.base}/keys` };
    expect(await fate(await new SignJWT(claims).setProtectedHeader(header).sign(privateKey))).toEqual(REFUSED);
    const embedded = { ...HEADER, jwk: { kty: 'oct', k: encode('mine') } };
    expect(await fate(signed(claims, embedded, { secret: 'mine' }))).toEqual(REFUSED);
  });

  it.each(['..', '...', 'a.b', 'a.b.c.d', `${'.'.repeat(1000)}`, 'a..c', '.b.', 'e30.e30.', 'e30.e30.e30'])(
    'is not what %s is',
    async (text) => {
      expect(await fate(text)).toEqual(REFUSED);
    },
  );

  it('that is huge is refused', async () => {
    const huge = signed({ ...claims, padding: 'x'.repeat(1_000_000) }, HEADER, { secret: 'mine' });
    expect((await project.ask('POST', '/auth/refresh', { token: huge }, null)).status).toBe(401);
    expect((await project.ask('GET', '/users/me', undefined, 'x'.repeat(7000))).status).toBe(401);
  });

  it('of one project is none of another, even if they share their secret', async () => {
    const other = await createTestProject(server, { db_type: 'sqlite', auth: { secret: SECRET } });
    await addPerson(other, 'erin');
    expect((await other.ask('GET', '/users/me', undefined, token)).status).toBe(401);
    await other.remove();
  });

  it('tells nothing of the user but the id', () => {
    expect(Object.keys(claims).sort()).toEqual(['exp', 'id', 'key', 'nonce', 'project', 'session', 'ttl', 'type']);
  });
});
