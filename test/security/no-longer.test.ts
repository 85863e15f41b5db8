import { beforeAll, expect, it } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { userSessions } from '../../src/schema/system/user-sessions.ts';
import { sqlDatetime } from '../../src/shared/datetime.ts';
import { id, owner, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { addPerson, cookieOf, dataOf, type Person, type Reply, send, tokenOf } from '../support/signing-in.ts';

const DAY_MS = 86_400_000;
const day = { field: 'day', type: 'date', datatype: 'DATE' };

onEveryEngine('gaps that were closed', ({ server, project }) => {
  let erin: Person;
  let rule: number;
  beforeAll(async () => {
    erin = await addPerson(project, 'erin');
    await project.ask('POST', '/collections', { collection: 'notes', fields: [id, text('title'), owner, day] });
    await project.ask('POST', '/collections', { collection: 'hidden', fields: [id, text('title')] });
    await project.ask('POST', '/items/hidden', { title: 'secret' });
    const full = { create: 'full', read: 'full', update: 'full', delete: 'full', comment: 'full' };
    rule = dataOf<{ id: number }>(
      await project.ask('POST', '/permissions', { collection: 'notes', role: erin.role, ...full }),
    ).id;
    const none = { collection: 'hidden', role: erin.role, create: 'none', read: 'none', update: 'none' };
    await project.ask('POST', '/permissions', { ...none, delete: 'none', comment: 'full' });
  });

  const allow = async (rights: object): Promise<void> =>
    void dataOf(await project.ask('PATCH', `/permissions/${rule}`, rights));
  const bearing = (token: string, method: string, path: string, body?: unknown, more = {}): Promise<Reply> =>
    send(server, project, method, path, { headers: { Authorization: `Bearer ${token}`, ...more }, body });

  /** Makes all sessions look as if they had begun this many days ago. */
  const age = async (days: number): Promise<void> => {
    const open = await project.opened();
    const created_on = sqlDatetime(new Date(Date.now() - days * DAY_MS));
    await new TableRows(open.dialect, userSessions).update(open.database, [['user', '=', erin.id]], { created_on });
    open.identities.clear();
  };

  it('a session ends after thirty days, however much it is used', async () => {
    const token = await tokenOf(server, project, 'erin');
    const cookie = { headers: { Cookie: await cookieOf(server, project, 'erin') } };
    const answers = async (): Promise<number[]> => [
      (await bearing(token, 'GET', '/users/me')).status,
      (await bearing(token, 'POST', '/auth/refresh', { token })).status,
      (await send(server, project, 'GET', '/users/me', cookie)).status,
    ];
    await age(29);
    expect(await answers()).toEqual([200, 200, 200]);
    const { headers } = await send(server, project, 'GET', '/users/me', cookie);
    const expires = Date.parse(/expires=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1] ?? '');
    expect(expires - Date.now()).toBeLessThan(1.01 * DAY_MS);
    await age(31);
    expect(await answers()).toEqual([401, 401, 401]);
    await age(-1);
    expect(await answers()).toEqual([401, 401, 401]);
  });

  it('a client is told whether its token has expired', async () => {
    const open = await project.opened();
    const old = await issueToken(open.issuer, 'auth', { id: erin.id }, 1, new Date(Date.now() - DAY_MS));
    for (const [token, header] of [
      [old, 'Bearer error="invalid_token", error_description="expired"'],
      ['none-of-ours', 'Bearer error="invalid_token"'],
    ] as const)
      for (const [method, path, body] of [
        ['GET', '/items/notes', undefined],
        ['POST', '/items/notes', { title: 'x' }],
        ['PATCH', '/users/1', { first_name: 'x' }],
        ['GET', '/users/me', undefined],
      ] as const) {
        const { status, body: answer, headers } = await bearing(token, method, path, body);
        expect([status, answer.error?.code, headers.get('www-authenticate')]).toEqual([401, 3, header]);
      }
    expect((await bearing('none-of-ours', 'POST', '/utils/random/string', {})).status).toBe(200);
    expect((await project.ask('POST', '/items/notes', { title: 'x' }, null)).status).toBe(403);
  });

  it('an earlier answer is not repeated once the request may no longer be made or its result seen', async () => {
    const token = await tokenOf(server, project, 'erin');
    const repeat = (): Promise<Reply> =>
      bearing(token, 'POST', '/items/notes', { title: 'once' }, { 'Idempotency-Key': 'the-first' });
    const first = await repeat();
    expect([first.status, (await repeat()).text]).toEqual([200, first.text]);
    await allow({ read_field_blacklist: ['title'] });
    expect([first.text, (await repeat()).text].map((shown) => shown.includes('once'))).toEqual([true, false]);
    await allow({ read_field_blacklist: [], create: 'none' });
    expect([(await repeat()).status, (await repeat()).body.error?.code]).toEqual([403, 301]);
    await allow({ create: 'full', read: 'none' });
    expect([(await repeat()).status, (await repeat()).text]).toEqual([204, '']);
    await allow({ read: 'full' });
    expect((await repeat()).text).toBe(first.text);
  });

  it('items that may not be read cannot be commented on', async () => {
    const token = await tokenOf(server, project, 'erin');
    const comment = (item: number | string, collection = 'notes'): Promise<Reply> =>
      bearing(token, 'POST', '/activity/comment', { collection, item, comment: 'hm' });
    const foreign = dataOf<{ id: number }>(await project.ask('POST', '/items/notes', { title: 'of the boss' })).id;
    const said = { collection: 'notes', item: foreign, comment: 'mine' };
    const theirs = dataOf<{ id: number }>(await project.ask('POST', '/activity/comment', said)).id;
    const own = dataOf<{ id: number }>(await comment(foreign)).id;
    expect((await bearing(token, 'PATCH', `/activity/comment/${theirs}`, { comment: 'x' })).status).toBe(200);
    await allow({ read: 'mine' });
    const missing = await comment(99_999);
    expect([missing.status, missing.body.error?.code]).toEqual([404, 203]);
    for (const reply of [await comment(foreign), await comment(1, 'hidden'), await comment(99, 'hidden')])
      expect([reply.status, reply.text]).toEqual([404, missing.text]);
    for (const [method, body] of [
      ['PATCH', { comment: 'x' }],
      ['DELETE', undefined],
    ] as const) {
      const gone = await bearing(token, method, '/activity/comment/99999', body);
      expect(gone.status).toBe(404);
      for (const key of [theirs, own]) {
        const { status, text } = await bearing(token, method, `/activity/comment/${key}`, body);
        expect([status, text]).toEqual([404, gone.text.replace('99999', String(key))]);
      }
    }
    await allow({ read: 'full' });
    expect((await bearing(token, 'DELETE', `/activity/comment/${own}`)).status).toBe(204);
  });

  it('only administrators can make changes without records', async () => {
    const token = await tokenOf(server, project, 'erin');
    const revisions = async (key: number): Promise<number> =>
      dataOf<unknown[]>(await project.ask('GET', `/items/notes/${key}/revisions`)).length;
    const quiet = '/items/notes?activity_skip=1';
    const mine = dataOf<{ id: number }>(await bearing(token, 'POST', quiet, { title: 'heard' })).id;
    const bosses = dataOf<{ id: number }>(await project.ask('POST', quiet, { title: 'unheard' })).id;
    expect([await revisions(mine), await revisions(bosses)]).toEqual([1, 0]);
  });

  it('settings accept no addresses that run code, no markup as colours, no unknown time zones, and no thousands of presets', async () => {
    const before = await project.digest();
    for (const [key, value] of [
      ['project_url', 'javascript:alert(1)'],
      ['project_url', ' JavaScript:alert(1)'],
      ['app_url', 'data:text/html,x'],
      ['project_url', '//evil.test'],
      ['octavo_time_zone', 'Middle/Earth'],
      ['project_color', '"><script>alert(1)</script>'],
      ['project_color', '#263238;background:url(//evil.test)'],
      ['project_color', 'red'],
      ['asset_whitelist', presets(201)],
      ['asset_whitelist_system', presets(20_000)],
    ]) {
      const made = await project.ask('POST', '/settings', { key, value });
      expect([made.status, made.body.error?.code], `${key}: ${value?.slice(0, 50)}`).toEqual([422, 4]);
    }
    const [{ id: url = 0 } = {}] = dataOf<{ id: number }[]>(
      await project.ask('GET', '/settings?filter[key]=project_url'),
    );
    for (const path of [`/settings/${url}`, '/settings'])
      expect(
        (
          await project.ask(
            'PATCH',
            path,
            path === '/settings' ? [{ id: url, value: 'file:///x' }] : { value: 'file:///x' },
          )
        ).status,
      ).toBe(422);
    expect(await project.digest()).toBe(before);
    expect((await project.ask('PATCH', `/settings/${url}`, { value: 'https://example.com/a' })).status).toBe(200);
    expect((await project.ask('PATCH', `/settings/${url}`, { value: '' })).status).toBe(200);
  });

  it('now is in the time zone of the project, or of the server', async () => {
    const dayIn = (timeZone?: string): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format(new Date());
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    const days = [dayIn(), ...zones.map(dayIn)];
    const keys = await Promise.all(
      days.map(
        async (day) => dataOf<{ id: number }>(await project.ask('POST', '/items/notes', { title: 'd', day })).id,
      ),
    );
    const today = async (): Promise<number[]> =>
      dataOf<{ id: number }[]>(await project.ask('GET', '/items/notes?filter[day]=now&fields=id')).map(({ id }) => id);
    expect(await today()).toContain(keys[0]);
    const setting = dataOf<{ id: number }>(
      await project.ask('POST', '/settings', { key: 'octavo_time_zone', value: zones[0] }),
    ).id;
    expect([(await today()).includes(keys[1] ?? 0), (await today()).includes(keys[2] ?? 0)]).toEqual([true, false]);
    await project.ask('PATCH', `/settings/${setting}`, { value: zones[1] });
    expect([(await today()).includes(keys[1] ?? 0), (await today()).includes(keys[2] ?? 0)]).toEqual([false, true]);
  });
});

const presets = (count: number): string =>
  JSON.stringify(Array.from({ length: count }, (_, key) => ({ key, width: 1, height: 1, fit: 'crop', quality: 80 })));
