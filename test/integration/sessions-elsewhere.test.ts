import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeKey } from '../support/api-keys.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { SUPER_ADMIN_TOKEN } from '../support/running.ts';
import { ServerProcess } from '../support/server-process.ts';
import { addPerson, cookieOf, PEOPLE, type Person, tokenOf } from '../support/signing-in.ts';

const STATIC = 'a-static-token-of-erin';
/**
 * Where asking costs a round trip, servers hear of each other's changes a moment later; without that, remembered
 * sessions would be valid for minutes.
 */

onEveryEngine('changes of a user on one server', ({ engine, server, project }) => {
  let other: ServerProcess;
  let elsewhere: string;
  let erin: Person;
  beforeAll(async () => {
    erin = await addPerson(project, 'erin');
    const args = ['serve', '--data', server.data, '--port', '0', '--log-level', 'error'];
    other = new ServerProcess(args, { OCTAVO_SUPER_ADMIN_TOKEN: SUPER_ADMIN_TOKEN });
    elsewhere = await other.address();
  });
  afterAll(() => other.kill());

  const statusOf = async (headers: Record<string, string>): Promise<number> => {
    const answer = await fetch(`${elsewhere}/${project.key}/users/me?fields=id`, { headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const refreshed = async (token: string): Promise<number> => {
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ token }) };
    return (await fetch(`${elsewhere}/${project.key}/auth/refresh`, init)).status;
  };

  it.each<[string, () => object, () => object]>([
    ['the password', () => ({ password: 'Erin-Secret-2' }), () => ({ password: PEOPLE.erin.password })],
    ['the role', () => ({ role: 2 }), () => ({ role: erin.role })],
    ['the status', () => ({ status: 'suspended' }), () => ({ status: 'active' })],
    ['the static token', () => ({ token: 'another-static-token' }), () => ({ token: STATIC })],
  ])('ends the sessions at another when it is %s', { timeout: 30_000 }, async (_what, change, back) => {
    await project.ask('PATCH', `/users/${erin.id}`, { token: STATIC });
    const [token, cookie] = [await tokenOf(server, project, 'erin'), await cookieOf(server, project, 'erin')];
    const bearers: Record<string, string>[] = [{ Authorization: `Bearer ${token}` }, { Cookie: cookie }];
    for (const bearer of bearers) await expect.poll(() => statusOf(bearer)).toBe(200);
    expect((await project.ask('PATCH', `/users/${erin.id}`, change())).status).toBe(200);
    if (engine === 'sqlite') expect(await statusOf({ Authorization: `Bearer ${token}` })).toBe(401);
    for (const bearer of bearers) await expect.poll(() => statusOf(bearer)).toBe(401);
    expect(await refreshed(token)).toBeGreaterThanOrEqual(400);
    await project.ask('PATCH', `/users/${erin.id}`, back());
  });

  it('end the access of a static token on another', { timeout: 30_000 }, async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { token: STATIC });
    const bearer = { Authorization: `Bearer ${STATIC}` };
    await expect.poll(() => statusOf(bearer)).toBe(200);
    await project.ask('PATCH', `/users/${erin.id}`, { token: 'another-static-token' });
    await expect.poll(() => statusOf(bearer)).toBe(401);
  });

  it('end and limit the access of an API key on another', { timeout: 30_000 }, async () => {
    const { id, key } = await makeKey(project);
    const bearer = { Authorization: `Bearer ${key}` };
    await expect.poll(() => statusOf(bearer)).toBe(200);
    await project.write('PATCH', `/users/me/keys/${id}`, { addresses: ['203.0.113.1'] });
    if (engine === 'sqlite') expect(await statusOf(bearer)).toBe(401);
    await expect.poll(() => statusOf(bearer)).toBe(401);
    await project.write('PATCH', `/users/me/keys/${id}`, { addresses: null });
    await expect.poll(() => statusOf(bearer)).toBe(200);
    await project.write('DELETE', `/users/me/keys/${id}`);
    if (engine === 'sqlite') expect(await statusOf(bearer)).toBe(401);
    await expect.poll(() => statusOf(bearer)).toBe(401);
  });

  it('end one session on another when the user signs out of it', { timeout: 30_000 }, async () => {
    const [token, kept] = [await tokenOf(server, project, 'erin'), await tokenOf(server, project, 'erin')];
    const [gone, stays] = [{ Authorization: `Bearer ${token}` }, { Authorization: `Bearer ${kept}` }];
    await expect.poll(() => statusOf(gone)).toBe(200);
    await project.ask('POST', '/auth/logout', {}, token);
    await expect.poll(() => statusOf(gone)).toBe(401);
    expect(await statusOf(stays)).toBe(200);
  });
});
