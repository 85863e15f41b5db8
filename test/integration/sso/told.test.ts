import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addPerson, dataOf, PEOPLE, type Person, send, tokenOf } from '../../support/signing-in.ts';
import { Browser } from '../../support/sso/browser.ts';
import { outcome, signOn } from '../../support/sso/signed-on.ts';
import { type StubProvider, startStubProvider } from '../../support/sso/stub-provider.ts';

/** What hooks of this file report, since they run in the same process. */
const told: { event: string; data: Record<string, unknown> }[] = [];
(globalThis as Record<string, unknown>).toldOfSignIns = told;

const HOOKS = `const tell = (data, { event }) => void globalThis.toldOfSignIns.push({ event, data });
export const actions = { 'auth.success': tell, 'auth.fail': tell };`;

onEveryEngine('notifications of hooks and activity about sign-ins', ({ server, project, prepare }) => {
  let provider: StubProvider;
  let erin: Person;
  prepare(async () => {
    provider = await startStubProvider();
    const client = { client_id: 'octavo', client_secret: 'a-secret-that-is-long-enough', issuer: provider.base };
    const project = { auth: { social_providers: { acme: client } } };
    return { each: true, server: { allowHosts: ['127.0.0.1'] }, project };
  });
  beforeAll(() => {
    const folder = join(server.data, 'extensions', 'custom', 'hooks');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'told.mjs'), HOOKS);
  });
  beforeEach(async () => {
    provider.person = { sub: 'e-1', email: PEOPLE.erin.email, email_verified: true };
    erin = await addPerson(project, 'erin');
    told.length = 0;
  });
  afterAll(() => provider.stop());

  const enter = async (mode: 'jwt' | 'cookie'): Promise<Record<string, string>> =>
    outcome(await signOn(new Browser(), server, project, 'acme', mode));
  const heard = async (count: number): Promise<typeof told> => {
    await expect.poll(() => told.length).toBe(count);
    return told;
  };
  const recorded = async (): Promise<unknown> => {
    const path = '/activity?filter[action]=authenticate&fields=item,collection,action_by&sort=id';
    return (await project.ask('GET', path)).body.data;
  };
  const success = () => ({ event: 'auth.success', data: expect.objectContaining({ id: erin.id, status: 'active' }) });
  const record = () => ({ item: String(erin.id), collection: 'directus_users', action_by: erin.id });

  it('by password', async () => {
    await tokenOf(server, project, 'erin');
    expect(await heard(1)).toEqual([success()]);
    expect(JSON.stringify(told)).not.toMatch(/password|token|secret/);
    expect(await recorded()).toEqual([record()]);
  });

  it('through a provider, by cookie', async () => {
    await enter('cookie');
    expect(await heard(1)).toEqual([success()]);
    expect(await recorded()).toEqual([record()]);
  });

  it('through a provider, when the request token is exchanged and not before', async () => {
    const { request_token } = await enter('jwt');
    expect([told, await recorded()]).toEqual([[], []]);
    const body = { request_token };
    dataOf(await send(server, project, 'POST', '/auth/sso/access_token', { body }));
    expect(await heard(1)).toEqual([success()]);
    expect(await recorded()).toEqual([record()]);
    await send(server, project, 'POST', '/auth/sso/access_token', { body });
    expect((await heard(2))[1]).toEqual({ event: 'auth.fail', data: { email: PEOPLE.erin.email, code: 110 } });
  });

  it('and about refusals', async () => {
    provider.person = { sub: 'x-1', email: 'nobody@example.com', email_verified: true };
    expect(await enter('cookie')).toMatchObject({ code: '107' });
    expect(await heard(1)).toEqual([{ event: 'auth.fail', data: { email: 'nobody@example.com', code: 107 } }]);
    await project.ask('PATCH', `/users/${erin.id}`, { status: 'suspended' });
    provider.person = { sub: 'e-1', email: PEOPLE.erin.email, email_verified: true };
    expect(await enter('jwt')).toMatchObject({ code: '103' });
    expect((await heard(2))[1]).toEqual({ event: 'auth.fail', data: { email: PEOPLE.erin.email, code: 103 } });
    provider.twist = { tokenStatus: 500 };
    expect(await enter('cookie')).toEqual({ code: '-1', error: '1' });
    provider.twist = {};
    expect((await heard(3))[2]).toEqual({ event: 'auth.fail', data: { email: null, code: -1 } });
    expect(await recorded()).toEqual([]);
  });
});
