import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import { type Received, type Receiver, startReceiver } from '../../support/receiver.ts';

const SOON = { timeout: 10_000, interval: 20 };
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJpZCI6MX0.c2lnbmF0dXJlLW9mLXRoaXM';

interface Delivery {
  readonly id: number;
  readonly status: string;
  readonly webhook: number | null;
  readonly answered: number | null;
  readonly sent: string | null;
  readonly answer: { readonly type: string; readonly text: string; readonly ms: number } | null;
}

interface Rotated {
  readonly source: string;
  readonly secret: string;
  readonly previous_until: string | null;
}

onEveryEngine('webhooks in development', ({ project, prepare }) => {
  let receiver: Receiver;
  prepare(async () => {
    receiver = await startReceiver();
    return { server: { allowHosts: [receiver.host] } };
  });
  beforeAll(() => addNotes(project));
  afterAll(() => receiver.stop());

  const webhook = (path: string, more: object = {}): Promise<{ id: number }> =>
    project.write('POST', '/webhooks', {
      status: 'active',
      http_action: 'post',
      url: `http://${receiver.host}${path}`,
      collection: 'notes',
      directus_action: 'item.create:after',
      ...more,
    });
  const receivedAt = (path: string): readonly Received[] => receiver.received.filter((one) => one.path === path);
  const ended = (id: number): Promise<Delivery> =>
    vi.waitFor(async () => {
      const [latest] = await project.read<Delivery[]>(`/deliveries?webhook=${id}`);
      if (!latest || latest.status === 'pending') throw new Error(`no delivery to ${id} has ended`);
      return latest;
    }, SOON);
  const signedBy = (secret: string, { headers, body }: Received): string =>
    `v1=${createHmac('sha256', secret).update(`${headers['x-octavo-timestamp']}.${body}`).digest('hex')}`;

  it('can be tested with the newest item, although they are inactive, and nothing is stored', async () => {
    receiver.answers.set('/tried', 201);
    receiver.texts.set('/tried', `{"ok":true,"token":"${JWT}"}`);
    const { id } = await webhook('/tried', { status: 'inactive' });
    await project.write('POST', '/items/notes', [{ title: 'older' }, { title: 'newest' }]);
    const tested = await project.write<Record<string, unknown>>('POST', `/webhooks/${id}/test`);
    expect(tested).toMatchObject({
      answered: 201,
      error: null,
      answer: { text: '{"ok":true,"token":•••}' },
      sent: { method: 'POST', headers: { 'X-Octavo-Test': '1', 'X-Octavo-Signature': 'v1=•••' } },
    });
    const [call] = receivedAt('/tried');
    expect(JSON.parse(call?.body ?? '')).toMatchObject({ title: 'newest' });
    expect(call?.headers['x-octavo-test']).toBe('1');
    expect(await project.read(`/deliveries?webhook=${id}`)).toEqual([]);
  });

  it('of users are tried without secrets', async () => {
    const { id } = await webhook('/users', { collection: 'directus_users' });
    await project.write('POST', `/webhooks/${id}/test`);
    const body = receivedAt('/users')[0]?.body ?? '';
    expect(JSON.parse(body)).toHaveProperty('email');
    expect(body).not.toMatch(/"password"|"token"|2fa_secret|\$2[aby]\$/);
  });

  it.each(['http://127.0.0.1:9/', 'http://[::1]/', 'http://169.254.169.254/latest/meta-data'])(
    'at %s, which is not public, are refused in a test',
    async (url) => {
      const { id } = await webhook('/x', { url, status: 'inactive' });
      const tested = await project.write('POST', `/webhooks/${id}/test`);
      const error = 'The receiver cannot be reached, or its address is not public';
      expect(tested).toMatchObject({ answered: null, answer: null, error });
    },
  );

  it('show the body of a call and its answer, bounded and without secrets', async () => {
    receiver.answers.set('/kept', 410);
    receiver.texts.set('/kept', `no: Authorization: Bearer ${JWT} \u0000 ${'x'.repeat(5000)}`);
    const { id } = await webhook('/kept');
    await project.write('POST', '/items/notes', { title: 'kept', text: 'y'.repeat(20_000) });
    const { id: delivery } = await ended(id);
    const read = await project.read<Delivery>(`/deliveries/${delivery}`);
    expect(read).toMatchObject({ webhook: id, status: 'failed', answered: 410 });
    expect(read.sent?.length).toBe(16_001);
    expect(read.sent).toContain('"title": "kept"');
    expect(read.answer?.text.length).toBeLessThanOrEqual(2000);
    expect(read.answer?.text).not.toContain(JWT);
    expect(read.answer?.text).toMatch(/^no: Authorization: •••/);
    receiver.answers.delete('/kept');
    receiver.texts.delete('/kept');
    await project.write('POST', `/deliveries/${delivery}/replay`);
    await vi.waitFor(async () => expect((await ended(id)).status).toBe('done'), SOON);
    expect(await project.read(`/deliveries/${delivery}`)).toMatchObject({ answered: 200, answer: { text: '' } });
    expect(await project.read(`/deliveries?webhook=${id}&before=${delivery}`)).toEqual([]);
  });

  it('hide values of deliveries that have become secret since', async () => {
    const fields = [
      { field: 'id', type: 'integer', datatype: 'INT', length: 10, primary_key: true, auto_increment: true },
      { field: 'pin', type: 'string', datatype: 'VARCHAR', length: 255, interface: 'text-input' },
    ];
    await project.write('POST', '/collections', { collection: 'doors', fields });
    const { id } = await webhook('/doors', { collection: 'doors' });
    await project.write('POST', '/items/doors', { pin: 'pin-1234' });
    const { id: delivery } = await ended(id);
    expect((await project.read<Delivery>(`/deliveries/${delivery}`)).sent).toContain('pin-1234');
    await project.write('PATCH', '/fields/doors/pin', { type: 'hash' });
    expect((await project.read<Delivery>(`/deliveries/${delivery}`)).sent).not.toContain('pin-1234');
  });

  it('are signed with a new secret once it is rotated, and with the former one for a time', async () => {
    expect(await project.read('/webhooks/secret')).toMatchObject({ source: 'derived', previous_until: null });
    const { id } = await webhook('/signed', { status: 'inactive' });
    const call = async (): Promise<Received> => {
      await project.write('POST', `/webhooks/${id}/test`);
      return receivedAt('/signed').at(-1) as Received;
    };
    const first = await project.write<Rotated>('POST', '/webhooks/secret/rotate', {});
    const second = await project.write<Rotated>('POST', '/webhooks/secret/rotate', { hours: 2 });
    const overlapping = await call();
    expect(overlapping.headers['x-octavo-signature']).toBe(signedBy(second.secret, overlapping));
    expect(overlapping.headers['x-octavo-signature-previous']).toBe(signedBy(first.secret, overlapping));
    expect(Date.parse(second.previous_until ?? '') - Date.now()).toBeLessThanOrEqual(7_200_000);
    const third = await project.write<Rotated>('POST', '/webhooks/secret/rotate', { hours: 0 });
    const alone = await call();
    expect(alone.headers['x-octavo-signature']).toBe(signedBy(third.secret, alone));
    expect(alone.headers['x-octavo-signature-previous']).toBeUndefined();
    const state = await project.ask('GET', '/webhooks/secret');
    expect(state.body.data).toMatchObject({ source: 'rotated', previous_until: null });
    expect(state.text).not.toContain(third.secret);
    expect((await project.ask('POST', '/webhooks/secret/rotate', { hours: 169 })).status).toBe(422);
  });

  it.each([
    ['GET', '/deliveries'],
    ['GET', '/deliveries/1'],
    ['POST', '/deliveries/1/replay'],
    ['POST', '/webhooks/1/test'],
    ['GET', '/webhooks/secret'],
    ['POST', '/webhooks/secret/rotate'],
    ['GET', '/failures'],
    ['GET', '/extensions'],
  ])('%s %s is for administrators', async (method, path) => {
    const user = { email: `${method}${path.replaceAll('/', '-')}@example.com`, password: 'Some-Secret-1' };
    const token = `token-${method}${path.replaceAll('/', '-')}`;
    await project.write('POST', '/users', {
      ...user,
      token,
      role: 3,
      status: 'active',
      first_name: 'A',
      last_name: 'B',
    });
    for (const by of [null, token]) {
      const { status, body } = await project.ask(method, path, method === 'POST' ? {} : undefined, by);
      expect([status, body.error?.code]).toEqual([401, 3]);
    }
  });

  it.each(['/deliveries/999999', '/deliveries/none'])('GET %s finds nothing', async (path) => {
    expect(await project.ask('GET', path)).toMatchObject({ status: 404, body: { error: { code: 203 } } });
  });

  it('that do not exist cannot be tested', async () => {
    expect((await project.ask('POST', '/webhooks/999999/test')).status).toBe(404);
    expect((await project.ask('GET', '/deliveries?webhook=x')).status).toBe(422);
  });
});
