import { beforeAll, describe, expect, it } from 'vitest';
import { type Claims, signedWith } from '../support/forged-tokens.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';
import { addPerson, tokenOf } from '../support/signing-in.ts';

const SECRET = 'the-secret-of-the-project-under-test';

const { server, project, prepare } = harnessOn('sqlite');
prepare(() => ({ project: { auth: { secret: SECRET } } }));
/** A valid token, and what it is made of. */
let token: string;
let claims: Claims;

beforeAll(async () => {
  await addPerson(project, 'erin');
  token = await tokenOf(server, project, 'erin');
  claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
});

const signed = (payload: unknown): string => signedWith(SECRET, payload);

/** What happens to a token: the status of a read with it, and of its exchange for another. */
async function fate(text: string): Promise<[read: number, refresh: number]> {
  const read = await project.ask('GET', `/users/me?access_token=${encodeURIComponent(text)}`, undefined, null);
  const refresh = await project.ask('POST', '/auth/refresh', { token: text }, null);
  return [read.status, refresh.status];
}

const GOOD = [200, 200];
const REFUSED = [401, 401];

describe('a temporary token', () => {
  it('has the form that these tests create', async () => {
    expect(await fate(token)).toEqual(GOOD);
    expect(await fate(signed(claims))).toEqual(GOOD);
  });

  it.each<[string, () => Claims]>([
    ['another purpose', () => ({ ...claims, type: 'reset_password' })],
    ['another project', () => ({ ...claims, project: 'other' })],
    ['the public key of another project', () => ({ ...claims, key: 'other' })],
    ['another user than its session', () => ({ ...claims, id: 1 })],
    ['no session', () => ({ ...claims, session: undefined, nonce: undefined })],
    ['a session that is text', () => ({ ...claims, session: `${claims.session} OR 1=1` })],
    ['a session that has never been', () => ({ ...claims, session: 999_999 })],
    ['the secret of another session', () => ({ ...claims, nonce: 'a'.repeat(32) })],
  ])('is refused with %s, though the signature is right', async (_name, make) => {
    expect(await fate(signed(make()))).toEqual(REFUSED);
  });

  it.each(['..', '...', 'a.b', 'a.b.c.d', `${'.'.repeat(1000)}`, 'a..c', '.b.', 'e30.e30.', 'e30.e30.e30'])(
    'cannot be %s',
    async (text) => {
      expect(await fate(text)).toEqual(REFUSED);
    },
  );

  it('that is huge is refused', async () => {
    const padded = (length: number): string => signedWith('mine', { ...claims, padding: 'x'.repeat(length) });
    expect((await project.ask('POST', '/auth/refresh', { token: padded(40_000) }, null)).status).toBe(401);
    expect((await project.ask('POST', '/auth/refresh', { token: padded(1_000_000) }, null)).status).toBe(413);
    expect((await project.ask('GET', '/users/me', undefined, 'x'.repeat(7000))).status).toBe(401);
  });

  it('of one project is not valid in another, even if they share their secret', async () => {
    const other = await createTestProject(server, { db_type: 'sqlite', auth: { secret: SECRET } });
    await addPerson(other, 'erin');
    expect((await other.ask('GET', '/users/me', undefined, token)).status).toBe(401);
    await other.remove();
  });

  it('contains nothing of the user but the id', () => {
    expect(Object.keys(claims).sort()).toEqual(['exp', 'id', 'key', 'nonce', 'project', 'session', 'ttl', 'type']);
  });
});
