import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { webhookSecret } from '../../../src/config/webhook-secret.ts';
import { id, text, toOne } from '../../support/fields.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts';
import { startServer } from '../../support/running.ts';
import { ServerProcess } from '../../support/server-process.ts';

interface Delivery {
  readonly id: number;
  readonly kind: string;
  readonly subject: string;
  readonly status: string;
  readonly attempts: number;
  readonly answered: number | null;
  readonly error: string | null;
  readonly created_on: string;
  readonly due_on: string | null;
}

onEveryEngine('webhooks', ({ engine, server, project, prepare }) => {
  let receiver: Receiver;
  prepare(async () => {
    receiver = await startReceiver();
    return { server: { allowHosts: [receiver.host] } };
  });
  beforeAll(() => addNotes(project));
  afterAll(() => receiver.stop());

  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { status, text, body: answered } = await project.ask(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return answered.data as T;
  }

  const webhook = (event: string, path: string, more: object = {}): Promise<{ id: number }> =>
    ask('POST', '/webhooks', {
      status: 'active',
      http_action: 'post',
      url: `http://${receiver.host}${path}`,
      collection: 'notes',
      directus_action: `item.${event}:after`,
      ...more,
    });

  const SOON = { timeout: 10_000, interval: 20 };
  const receivedAt = (path: string): readonly Received[] => receiver.received.filter((one) => one.path === path);
  const receives = (path: string, count = 1): Promise<Received> =>
    vi.waitFor(() => {
      const found = receivedAt(path);
      expect(found).toHaveLength(count);
      return found.at(-1) as Received;
    }, SOON);
  const deliveries = (): Promise<Delivery[]> => ask('GET', '/deliveries');
  /** A delivery that has been attempted and now has this status. */
  const deliveryTo = (id: number, status: string): Promise<Delivery> =>
    vi.waitFor(async () => {
      const ofHook = (await deliveries()).filter(({ subject }) => subject.endsWith(`webhook ${id}`));
      const found = ofHook.find((one) => one.status === status && (status === 'done' || one.error !== null));
      if (!found) throw new Error(`no delivery to ${id} is ${status}`);
      return found;
    }, SOON);

  it('a project without an active webhook writes nothing to the outbox', async () => {
    await webhook('create', '/never', { status: 'inactive' });
    await ask('POST', '/items/notes', { title: 'quiet' });
    const opened = await project.opened();
    expect(await opened.dialect.internalTables(opened.database)).not.toContain('octavo_outbox');
  });

  it('a collection may have a name that no header can hold', async () => {
    const { database } = await project.opened();
    const quote = engine === 'mysql' ? '`' : '"';
    const text = `CREATE TABLE ${quote}100% メモ${quote} (id INTEGER PRIMARY KEY, title VARCHAR(100))`;
    await database.run({ text, parameters: [] });
    // A change of the schema lets the server notice the table.
    await ask('POST', '/collections', { collection: 'others', fields: [id] });
    await webhook('create', '/named', { collection: '100% メモ' });
    await ask('POST', `/items/${encodeURIComponent('100% メモ')}`, { id: 1, title: 'x' });
    const { headers } = await receives('/named');
    expect(headers['x-octavo-collection']).toBe('100%25 %E3%83%A1%E3%83%A2');
  });

  it('report a new item with its stored row, signed', async () => {
    const { id } = await webhook('create', '/created');
    const item = await ask<{ id: number }>('POST', '/items/notes?activity_skip=1', { title: 'new', code: 'n1' });
    const { method, headers, body } = await receives('/created');
    expect(method).toBe('POST');
    expect(JSON.parse(body)).toEqual({ id: item.id, title: 'new', text: null, code: 'n1' });
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'x-octavo-event': 'item.create:after',
      'x-octavo-collection': 'notes',
      'x-octavo-project': project.key,
      'x-octavo-attempt': '1',
    });
    expect(headers.authorization ?? headers.cookie).toBeUndefined();
    const opened = await project.opened();
    const sent = `${headers['x-octavo-timestamp']}.${body}`;
    const expected = createHmac('sha256', webhookSecret(opened.config)).update(sent).digest('hex');
    expect(headers['x-octavo-signature']).toBe(`v1=${expected}`);
    expect(await deliveryTo(id, 'done')).toMatchObject({ kind: 'webhook', attempts: 1, answered: 200, error: null });
  });

  it('report a change with its key and the changed values, and a deletion with the deleted row', async () => {
    await webhook('update', '/changed');
    await webhook('delete', '/removed');
    const { id } = await ask<{ id: number }>('POST', '/items/notes', { title: 'before', code: 'c1' });
    await ask('PATCH', `/items/notes/${id}`, { title: 'after' });
    expect(JSON.parse((await receives('/changed')).body)).toEqual({ id, title: 'after' });
    await ask('DELETE', `/items/notes/${id}`);
    expect(JSON.parse((await receives('/removed')).body)).toEqual({ id, title: 'after', text: null, code: 'c1' });
  });

  it('may be called by GET, without a body', async () => {
    await webhook('create', '/got', { http_action: 'get' });
    await ask('POST', '/items/notes', { title: 'got' });
    expect(await receives('/got')).toMatchObject({ method: 'GET', body: '' });
  });

  it('report system collections, but never secrets', async () => {
    await webhook('create', '/users', { collection: 'directus_users' });
    await ask('POST', '/users', {
      email: 'quiet@example.com',
      password: 'Quiet-Secret-1',
      token: 'quiet-static-token',
      role: 3,
      status: 'active',
      first_name: 'Q',
      last_name: 'U',
    });
    const { body } = await receives('/users');
    expect(JSON.parse(body)).toMatchObject({ email: 'quiet@example.com' });
    expect(body).not.toMatch(/Quiet-Secret|quiet-static-token|\$2[aby]\$|argon|"password"|"token"|2fa_secret/);
  });

  it('are not notified of a write that failed', async () => {
    await webhook('create', '/all-or-none');
    const { status } = await project.ask('POST', '/items/notes', [
      { title: 'one', code: 'twice' },
      { title: 'two', code: 'twice' },
    ]);
    expect(status).toBe(409);
    await ask('POST', '/items/notes', { title: 'good', code: 'once' });
    expect(JSON.parse((await receives('/all-or-none')).body)).toMatchObject({ code: 'once' });
  });

  it('are retried, with the same delivery id', async () => {
    receiver.answers.set('/moody', 503);
    const { id } = await webhook('create', '/moody');
    await ask('POST', '/items/notes', { title: 'again' });
    const first = await receives('/moody');
    const waiting = await deliveryTo(id, 'pending');
    expect(waiting).toMatchObject({ attempts: 1, answered: 503, error: 'The receiver answered 503' });
    receiver.answers.delete('/moody');
    const second = await receives('/moody', 2);
    expect(second.headers['x-octavo-delivery']).toBe(first.headers['x-octavo-delivery']);
    expect(second.headers['x-octavo-attempt']).toBe('2');
    await deliveryTo(id, 'done');
  }, 20_000);

  it.each([
    ['600', 600],
    ['86400', 3600],
    ['999999999999', 3600],
  ])('that answer 503 with Retry-After: %s are called again after %i seconds', async (asked, seconds) => {
    const path = `/busy/${asked}`;
    receiver.answers.set(path, 503);
    receiver.waits.set(path, asked);
    const { id } = await webhook('create', path, { status: 'active' });
    await ask('POST', '/items/notes', { title: 'busy' });
    const { created_on: created, due_on: due } = await deliveryTo(id, 'pending');
    const waited = Math.floor((Date.parse(due ?? '') - Date.parse(created)) / 1000);
    expect(waited - (waited % 60)).toBe(seconds);
    await ask('DELETE', `/webhooks/${id}`);
  });

  it('that are gone (410) are not retried, but can be replayed, like delivered ones', async () => {
    receiver.answers.set('/gone', 410);
    const { id } = await webhook('create', '/gone');
    await ask('POST', '/items/notes', { title: 'replayed' });
    const failed = await deliveryTo(id, 'failed');
    expect(failed).toMatchObject({ attempts: 1, answered: 410 });
    receiver.answers.delete('/gone');
    await ask('POST', `/deliveries/${failed.id}/replay`);
    const again = await receives('/gone', 2);
    expect(JSON.parse(again.body)).toMatchObject({ title: 'replayed' });
    await deliveryTo(id, 'done');
    await ask('POST', `/deliveries/${failed.id}/replay`);
    await receives('/gone', 3);
  });

  it('do not follow redirects', async () => {
    receiver.answers.set('/moved', 302);
    const { id } = await webhook('create', '/moved', { http_action: 'get' });
    await ask('POST', '/items/notes', { title: 'moved' });
    expect(await deliveryTo(id, 'pending')).toMatchObject({ answered: 302 });
    expect(receivedAt('/elsewhere')).toEqual([]);
  });

  it('to addresses that are not public are refused, and the item is written', async () => {
    const { id } = await webhook('create', '/x', { url: 'http://127.0.0.1:9/hook' });
    const { status } = await project.ask('POST', '/items/notes', { title: 'guarded' });
    expect(status).toBe(200);
    const refused = await deliveryTo(id, 'pending');
    expect(refused.error).toBe('The receiver cannot be reached, or its address is not public');
  });

  it('a receiver that never answers blocks nobody else', async () => {
    receiver.answers.set('/silent', null);
    const { id } = await webhook('create', '/silent');
    await webhook('create', '/quick');
    for (let index = 0; index < 12; index++) await ask('POST', '/items/notes', { title: `silent ${index}` });
    await receives('/quick', 12);
    expect(receivedAt('/silent').length).toBeLessThanOrEqual(5);
    await ask('PATCH', `/webhooks/${id}`, { status: 'inactive' });
  });

  it('that are deactivated are no longer called', async () => {
    const { id } = await webhook('update', '/stopped');
    await ask('PATCH', `/webhooks/${id}`, { status: 'inactive' });
    const { id: item } = await ask<{ id: number }>('POST', '/items/notes', { title: 'a' });
    await webhook('update', '/going-on');
    await ask('PATCH', `/items/notes/${item}`, { title: 'b' });
    await receives('/going-on');
    expect(receivedAt('/stopped')).toEqual([]);
  });

  it('report items that are written through others', async () => {
    const fields = [id, toOne('note')];
    await ask('POST', '/collections', { collection: 'holders', fields });
    await ask('POST', '/relations', { collection_many: 'holders', field_many: 'note', collection_one: 'notes' });
    await webhook('create', '/nested');
    await ask('POST', '/items/holders', { note: { title: 'held' } });
    expect(JSON.parse((await receives('/nested')).body)).toMatchObject({ title: 'held' });
  });

  it('are known to every server of a project, and called by one of them', { timeout: 60_000 }, async () => {
    const other = await startServer({ data: server.data, allowHosts: [receiver.host] });
    try {
      const asked = (method: string, path: string, body: unknown): Promise<Response> =>
        fetch(`${other.base}/${project.key}${path}`, {
          method,
          headers: { Authorization: 'Bearer tests-admin-token', 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      await asked('POST', '/items/notes', { title: 'opens the project' });
      await webhook('create', '/shared');
      await vi.waitFor(async () => {
        await asked('POST', '/items/notes', { title: 'asked until it is known' });
        expect(receivedAt('/shared').length).toBeGreaterThan(0);
      }, SOON);
      for (let index = 0; index < 5; index++) {
        expect((await asked('POST', '/items/notes', { title: `there ${index}` })).status).toBe(200);
        await ask('POST', '/items/notes', { title: `here ${index}` });
      }
      const counted = (): readonly Received[] => receivedAt('/shared').filter(({ body }) => /"t?here \d"/.test(body));
      await vi.waitFor(() => expect(counted()).toHaveLength(10), SOON);
      expect(new Set(counted().map(({ headers }) => headers['x-octavo-delivery'])).size).toBe(10);
    } finally {
      await other.app.http.close();
      await other.app.registry.closeAll();
    }
  });

  it('deliveries are for administrators only', async () => {
    expect((await project.ask('GET', '/deliveries', undefined, null)).status).toBe(401);
    expect((await project.ask('POST', '/deliveries/1/replay', undefined, null)).status).toBe(401);
  });

  it('are shown and replayed in the terminal', { timeout: 60_000 }, async () => {
    const run = (...args: string[]) =>
      new ServerProcess([...args, '--project', project.key, '--data', server.data]).ended();
    const opened = await project.opened();
    const { stdout } = await run('webhooks', 'secret');
    expect(stdout.trim() === webhookSecret(opened.config)).toBe(true);
    receiver.answers.set('/terminal', 410);
    const { id } = await webhook('create', '/terminal');
    await ask('POST', '/items/notes', { title: 'terminal' });
    const failed = await deliveryTo(id, 'failed');
    const list = await run('deliveries', 'list', '--status', 'failed');
    expect(list.stdout).toContain(`${failed.id}  failed  1x  410`);
    receiver.answers.delete('/terminal');
    expect(await run('deliveries', 'replay', '--id', String(failed.id))).toMatchObject({ code: 0, stderr: '' });
    await ask('POST', '/items/notes', { title: 'wakes the worker' });
    await receives('/terminal', 3);
    expect(await run('deliveries', 'replay', '--id', '999999')).toMatchObject({ code: 78 });
    await ask('POST', '/collections', { collection: 'coded', fields: [text('code', { primary_key: true })] });
    await webhook('create', '/terminal', { collection: 'coded' });
    await ask('POST', '/items/coded', { code: 'x\u001b[2J\n1  done' });
    const { stdout: escaped } = await run('deliveries', 'list');
    expect(escaped).toContain('of coded/x\\u001b[2J\\u000a1  done to webhook');
  });
});
