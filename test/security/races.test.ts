import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { HashThread } from '../../src/auth/hash-thread.ts';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { userSessions } from '../../src/schema/system/user-sessions.ts';
import { sqlDatetime } from '../../src/shared/datetime.ts';
import { addNotes, onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered, type Payload } from '../support/project.ts';
import { RawClient } from '../support/raw-client.ts';
import { addPerson, dataOf, PEOPLE, type Person, send, signIn, tokenOf } from '../support/signing-in.ts';

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const SECOND = 'tests-second-administrator';
const second = {
  first_name: 'S',
  last_name: 'A',
  email: 'second@example.com',
  password: 'Second-Secret-1',
  role: 1,
  status: 'active',
  token: SECOND,
};

interface Row {
  readonly id: number;
  readonly external_id: string;
}

/** The ways in which an administrator can end the administration of a user. */
const ENDING: readonly (readonly [way: string, method: string, path: (user: Row) => string, body: unknown])[] = [
  ['deleting', 'DELETE', ({ id }) => `/users/${id}`, undefined],
  ['suspending', 'PATCH', ({ id }) => `/users/${id}`, { status: 'suspended' }],
  ['demoting', 'PATCH', ({ id }) => `/users/${id}`, { role: 2 }],
  ['trashing', 'PATCH', ({ id }) => `/users/${id}`, { status: 'deleted' }],
  [
    'deactivating over SCIM',
    'PATCH',
    ({ external_id }) => `/scim/v2/Users/${external_id}`,
    {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
      Operations: [{ op: 'replace', path: 'active', value: false }],
    },
  ],
];

onEveryEngine('at the same time', ({ server, project, prepare }) => {
  /** A server whose answers the tests send. */
  const origin = createServer();
  const address = (): string => `127.0.0.1:${(origin.address() as AddressInfo).port}`;
  prepare(async () => {
    await new Promise<void>((done) => origin.listen(0, '127.0.0.1', done));
    return {
      each: true,
      server: { watchExtensions: true, allowHosts: [address()] },
      project: { rate_limit: { account: { limit: 5, interval: 900 } } },
    };
  });
  const addHook = (file: string, source: string): void => {
    const folder = join(server.data, 'extensions', 'projects', project.key, 'hooks');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file), source);
  };
  afterAll(() => {
    origin.closeAllConnections();
    origin.close();
  });

  it.each(ENDING)('two administrators cannot end both by %s', async (_, method, path, body) => {
    const other = dataOf<Row>(await project.ask('POST', '/users', second));
    const one = dataOf<Row>(await project.ask('GET', '/users/1'));
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 ? project.ask(method, path(one), body, SECOND) : project.ask(method, path(other), body),
      ),
    );
    const { database } = await project.opened();
    const text = "SELECT id FROM directus_users WHERE role = 1 AND status = 'active'";
    expect(await database.all({ text, parameters: [] })).toHaveLength(1);
    expect(answers.filter(({ status }) => status < 300)).not.toHaveLength(6);
  });

  it('an address, an external id and a token can be given once', async () => {
    const users = (more: Payload): Promise<Answered>[] =>
      Array.from({ length: 8 }, (_, index) =>
        project.ask('POST', '/users', { ...second, token: null, email: `u${index}@example.com`, ...more }),
      );
    for (const more of [{ email: 'same@example.com' }, { external_id: 'same' }, { token: 'tests-same-token' }]) {
      const answers = await Promise.all(users(more));
      expect([more, answers.filter(({ status }) => status === 200).length]).toEqual([more, 1]);
    }
  });

  it('a key of two callers makes an item for each, and shows neither that of the other', async () => {
    const erin = await addPerson(project, 'erin');
    await project.ask('PATCH', `/users/${erin.id}`, { token: 'tests-erin-token' });
    const rights = { role: erin.role, collection: 'directus_collection_presets', create: 'full', read: 'full' };
    await project.write('POST', '/permissions', rights);
    const post = (token: string, title: string) =>
      send(server, project, 'POST', '/collection_presets', {
        headers: { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'shared' },
        body: { collection: 'directus_files', title },
      });
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 ? post('tests-erin-token', 'hers') : post(ADMIN_TOKEN, 'theirs'),
      ),
    );
    const ids = answers.map((answer) => dataOf<{ id: number; title: string }>(answer));
    expect(new Set(ids.map(({ id, title }) => `${id} ${title}`)).size).toBe(2);
    expect(ids.map(({ title }) => title)).toEqual(ids.map((_, index) => (index % 2 ? 'hers' : 'theirs')));
  });

  it('a sign-in and a suspension leave no session for the time after it', async () => {
    const { id } = await addPerson(project, 'erin');
    addHook(
      'suspending.mjs',
      `export const actions = {
         'auth.request:credentials': ({ id }, { items }) =>
           items('directus_users', { as: 'server' }).update(id, { status: 'suspended' }),
       };`,
    );
    const late = await signIn(server, project, PEOPLE.erin);
    expect([late.status, late.body.error?.code]).toEqual([404, 103]);
    await project.write('PATCH', `/users/${id}`, { status: 'active' });
    expect(await project.read(`/users/${id}/sessions`)).toEqual([]);
  });

  describe('with a body that is still arriving', () => {
    const rights = { create: 'full', read: 'full', update: 'full', delete: 'full' };
    const form = (name: string, start: string): string =>
      `${start}--X\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\ntitle\r\n`;
    const job = JSON.stringify({ kind: 'import', collection: 'notes', mapping: { title: 'title' } });
    const jobPart = `--X\r\nContent-Disposition: form-data; name="job"\r\n\r\n${job}\r\n`;
    const FORM_END = 'late\r\n--X--\r\n';
    const MULTIPART = 'multipart/form-data; boundary=X';
    /** Requests with a body, up to the middle of it, and the rest. */
    const BODIES = {
      upload: ['/files', MULTIPART, form('late.txt', ''), FORM_END],
      import: ['/jobs?collection=notes', MULTIPART, form('late.csv', jobPart), FORM_END],
      item: ['/items/notes', 'application/json', `{"title":"late","text":"${'x'.repeat(65_520)}`, '"}'],
    } as const;
    let erin: Person;
    beforeEach(async () => {
      erin = await addPerson(project, 'erin');
      await addNotes(project);
      for (const collection of ['notes', 'directus_files'])
        await project.write('POST', '/permissions', { collection, role: erin.role, ...rights });
    });

    /** Sends the first part of a body, waits until its sender has been identified, and returns how to send the rest. */
    async function begin(body: keyof typeof BODIES, token: string): Promise<() => Promise<number>> {
      const [path, type, first, rest] = BODIES[body];
      const head = [
        `POST /${project.key}${path} HTTP/1.1`,
        ...['Host: localhost', 'Connection: close', `Authorization: Bearer ${token}`, `Content-Type: ${type}`],
        `Content-Length: ${first.length + rest.length}`,
      ];
      const client = new RawClient(server.base).write(`${head.join('\r\n')}\r\n\r\n${first}`);
      const { identities } = await project.opened();
      await expect.poll(() => identities.get(token, Date.now())).toBeDefined();
      return async () => (await client.write(rest).answer()).status;
    }
    const kept = async (): Promise<unknown[]> => [
      await project.read('/files?fields=id'),
      await project.read('/jobs'),
      await project.read('/items/notes?fields=title'),
    ];

    it('nothing is written once access has ended', async () => {
      const session = await tokenOf(server, project, 'erin');
      const key = await project.write<{ id: number; key: string }>('POST', `/users/${erin.id}/keys`, { name: 'k' });
      const ravi = await addPerson(project, 'ravi');
      await project.write('PATCH', `/users/${ravi.id}`, { role: erin.role, token: 'tests-ravi-token' });
      const rests = [
        await begin('upload', session),
        await begin('import', key.key),
        await begin('item', 'tests-ravi-token'),
      ];
      await send(server, project, 'POST', '/auth/logout', { headers: { Authorization: `Bearer ${session}` } });
      expect((await project.ask('DELETE', `/users/${erin.id}/keys/${key.id}`)).status).toBe(204);
      await project.write('PATCH', `/users/${ravi.id}`, { status: 'suspended' });
      expect(await Promise.all(rests.map((rest) => rest()))).toEqual([401, 401, 401]);
      expect(await kept()).toEqual([[], [], []]);
    });

    it('a session that expires meanwhile does not end the request', async () => {
      const token = await tokenOf(server, project, 'erin');
      const rest = await begin('upload', token);
      const { database, dialect, identities } = await project.opened();
      const past = { token_expired_at: sqlDatetime(new Date(Date.now() - 60_000)) };
      await new TableRows(dialect, userSessions).update(database, [['user', '=', erin.id]], past);
      identities.clear();
      expect((await project.ask('GET', '/users/me', undefined, token)).status).toBe(401);
      expect(await rest()).toBe(200);
    });
  });

  describe('with a file that is fetched from a slow server', () => {
    const data = (): { readonly data: string } => ({ data: `http://${address()}/late.png` });
    /** Requests that fetch a file, with their status for a role without rights. */
    const FETCHING: readonly (readonly [
      name: string,
      denied: number,
      ask: (token: string, file: number) => Promise<number>,
    ])[] = [
      ['a creation', 403, async (token) => (await project.ask('POST', '/files', data(), token)).status],
      ['a change', 404, async (token, file) => (await project.ask('PATCH', `/files/${file}`, data(), token)).status],
      [
        'a form',
        403,
        async (token) => {
          const body = new FormData();
          body.append('data', data().data);
          const headers = { Authorization: `Bearer ${token}` };
          return (await fetch(`${server.base}/${project.key}/files`, { method: 'POST', headers, body })).status;
        },
      ],
    ];

    const state = async (): Promise<unknown[]> => [
      await project.read('/files?fields=id,checksum,filesize'),
      readdirSync(join(server.data, 'uploads', project.key), { recursive: true, withFileTypes: true })
        .flatMap((entry) => (entry.isFile() ? [entry.name] : []))
        .sort(),
    ];

    it.each(FETCHING)('%s does nothing once access has ended', async (_, denied, ask) => {
      const erin = await addPerson(project, 'erin');
      await project.write('POST', '/permissions', {
        ...{ collection: 'directus_files', role: erin.role },
        ...{ create: 'full', read: 'full', update: 'full' },
      });
      const dot = Buffer.from(DOT, 'base64');
      const { id } = await project.write<{ id: number }>('POST', '/files', { data: DOT, filename_disk: 'dot.png' });
      const before = await state();
      for (const [ending, status] of [
        [{ status: 'suspended' }, 401],
        [{ role: 2 }, denied],
      ] as const) {
        await project.write('PATCH', `/users/${erin.id}`, { status: 'active', role: erin.role, token: 'tests-erin' });
        const answering = ask('tests-erin', id);
        const [, response] = (await once(origin, 'request')) as [unknown, ServerResponse];
        response.writeHead(200, { 'Content-Type': 'image/png' }).write(dot.subarray(0, 20));
        await project.write('PATCH', `/users/${erin.id}`, ending);
        response.end(Buffer.concat([dot.subarray(20), Buffer.from('more')]));
        expect([ending, await answering]).toEqual([ending, status]);
        expect(await state()).toEqual(before);
      }
    });
  });

  it('what is left of a bulk operation is refused once access has ended', async () => {
    const { external_id } = dataOf<Row>(await project.ask('POST', '/users', second));
    const Operations = [
      { method: 'POST', path: '/Users', data: { userName: 'one@example.com' } },
      {
        method: 'PATCH',
        path: `/Users/${external_id}`,
        data: { Operations: [{ op: 'replace', path: 'active', value: false }] },
      },
      { method: 'POST', path: '/Users', data: { userName: 'two@example.com' } },
      { method: 'DELETE', path: `/Users/${external_id}` },
    ];
    const { body } = await project.ask('POST', '/scim/v2/Bulk', { Operations }, SECOND);
    const done = (body as unknown as { readonly Operations: readonly { readonly status: string }[] }).Operations;
    expect(done.map(({ status }) => status)).toEqual(['201', '200', '401', '401']);
    expect(await project.read('/users?fields=email,status&sort=id&filter[id][gt]=1')).toEqual([
      { email: second.email, status: 'draft' },
      { email: 'one@example.com', status: 'draft' },
    ]);
  });

  it.each(['POST', 'PUT', 'PATCH'])(
    '%s over SCIM does nothing if access ends while a password is hashed',
    async (method) => {
      const { id, external_id } = dataOf<Row>(await project.ask('POST', '/users', second));
      const before = await project.read('/users?fields=id,email,title');
      const hashing = vi.spyOn(HashThread.prototype, 'run').mockImplementationOnce(async () => {
        await project.write('PATCH', `/users/${id}`, { status: 'suspended' });
        return 'a hash' as never;
      });
      const path = method === 'POST' ? '/Users' : `/Users/${external_id}`;
      const email = method === 'POST' ? 'third@example.com' : second.email;
      const body = { userName: email, emails: [{ value: email }], title: 'late', password: 'Late-Secret-1' };
      const { status } = await project.ask(method, `/scim/v2${path}`, body, SECOND);
      hashing.mockRestore();
      expect(status).toBe(401);
      expect(await project.read('/users?fields=id,email,title')).toEqual(before);
    },
  );

  it('what is left of a list of mutations is refused once access has ended', async () => {
    const { id } = dataOf<Row>(await project.ask('POST', '/users', second));
    await addNotes(project);
    addHook(
      'ending.mjs',
      `export const actions = {
         'item.create.notes:before': ({ title }, { items }) =>
           title === 'one' && items('directus_users', { as: 'server' }).update(${id}, { status: 'suspended' }),
       };`,
    );
    const create = (title: string): string => `${title}: create_notes(items: [{ title: "${title}" }]) { title }`;
    const query = `mutation { ${['zero', 'one', 'two', 'three'].map(create).join(' ')} remove: delete_notes(ids: [1]) }`;
    const { body } = await project.ask('POST', '/gql', { query }, SECOND);
    const { errors } = body as unknown as {
      readonly errors: readonly { readonly extensions: { readonly code: number } }[];
    };
    expect(errors.map(({ extensions }) => extensions.code)).toEqual([108, 108, 108]);
    expect(await project.read('/items/notes?fields=title&sort=id')).toEqual([{ title: 'zero' }, { title: 'one' }]);
  });

  it('guesses of a password are no more than one after the other', async () => {
    await addPerson(project, 'erin');
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(server, project, 'POST', '/auth/authenticate', {
          body: { ...PEOPLE.erin, password: `guess ${index}` },
        }),
      ),
    );
    expect(guesses.filter(({ status }) => status === 404)).toHaveLength(5);
    expect((await signIn(server, project, PEOPLE.erin)).status).toBe(429);
  });
});
