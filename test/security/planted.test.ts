import { pino } from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { selectAll } from '../../src/persistence/select-all.ts';
import { internalTables } from '../../src/schema/internal/tables.ts';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { imported } from '../support/imports.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { codeOf } from '../support/one-time-codes.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { SUPER_ADMIN_TOKEN } from '../support/running.ts';

const READER = 'planted-token-of-the-reader';
const TIMEOUT_MS = 120_000;
const SOON = { timeout: 10_000, interval: 20 };
/** Columns in which administrators, and users themselves, may find the secrets; other tests check who else can. */
const IN_PERSON = new Set(['directus_users.token', 'directus_users.2fa_secret', 'directus_users.password_reset_token']);

/** Secrets that must appear nowhere, by name. */
const PLANTED = {
  password: 'Planted-Password-1',
  nestedPassword: 'Planted-Password-2',
  newPassword: 'Planted-Password-3',
  resetPassword: 'Planted-Password-4',
  acceptedPassword: 'Planted-Password-5',
  scimPassword: 'Planted-Password-6',
  wrongPassword: 'Planted-Password-7',
  hashed: 'planted-word-in-a-hash-field',
  nestedHashed: 'planted-word-in-a-nested-hash-field',
  imported: 'planted-word-of-an-import',
  nestedToken: 'planted-token-nested',
  refusedToken: 'planted-token-refused',
  secondFactor: 'PLANTEDSECONDFACTOR2PLANTED3ABCD',
  scimToken: 'planted-token-of-scim',
  superAdmin: SUPER_ADMIN_TOKEN,
  reader: READER,
} as const;

interface Said {
  readonly where: string;
  readonly text: string;
}

onEveryEngine('secrets of a busy project', ({ server, project, prepare }) => {
  const said: Said[] = [];
  const secrets = new Map<string, string>(Object.entries(PLANTED));
  let mails: MailServer;
  let receiver: Receiver;
  /** The first item, and the user who came with it. */
  let [paper, nina] = [0, 0];

  prepare(async () => {
    const log = pino({ level: 'trace', base: null }, { write: (line) => void said.push({ where: 'log', text: line }) });
    [mails, receiver] = await Promise.all([startMailServer(), startReceiver()]);
    const options = { logLevel: 'trace', allowHosts: [receiver.host] } as const;
    return { server: options, log, project: { mail: mails.config } };
  });
  beforeAll(async () => {
    const config = server.app.registry.configOf(project.key);
    if (config)
      await server.app.registry.replace({
        ...config,
        sections: { ...config.sections, scim: { token: PLANTED.scimToken } },
      });
    secrets.set('the secret of the project', config?.auth.secret ?? '');
    await live();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await Promise.all([mails?.stop(), receiver?.stop()]);
  });

  const found = (texts: readonly Said[]): string[] =>
    texts.flatMap(({ where, text }) =>
      [...secrets]
        .filter(([, secret]) => text.includes(secret))
        .map(([name]) => `${name}: ${where}: ${text.slice(0, 300)}`),
    );

  it('appear in no answer', () => {
    expect(said.filter(({ where }) => where !== 'log').length).toBeGreaterThan(40);
    expect(found(said.filter(({ where }) => where !== 'log'))).toEqual([]);
  });

  it('appear in no line of the log', () => {
    const lines = said.filter(({ where }) => where === 'log');
    expect(lines.length).toBeGreaterThan(40);
    expect(found(lines)).toEqual([]);
  });

  it('appear in no row of any table', async () => {
    const rows = await dump();
    expect(new Set(rows.map(({ where }) => where))).toContain('octavo_outbox');
    expect(found(rows)).toEqual([]);
  });

  it('appear in no webhook, and in no mail except the mailed links', () => {
    expect(receiver.received.length).toBeGreaterThan(1);
    expect(
      found(
        receiver.received.map(({ path, body, headers }) => ({ where: path, text: body + JSON.stringify(headers) })),
      ),
    ).toEqual([]);
    expect(mails.received.length).toBe(2);
    const links = new Set([secrets.get('reset'), secrets.get('invitation')]);
    const texts = mails.received.map(({ mail }) => ({ where: 'mail', text: JSON.stringify(mail) }));
    expect(found(texts).filter((each) => !/^(reset|invitation):/.test(each))).toEqual([]);
    expect(links).not.toContain(undefined);
  });

  /** Everything that a project goes through. */
  async function live(): Promise<void> {
    await furnish();
    await write();
    await signIn();
    await mail();
    await provision();
    await fail();
    await look();
  }

  async function ask(method: string, path: string, body?: unknown, token?: string | null) {
    const answer = await project.ask(method, path, body, token);
    said.push({ where: `${method} ${path} ${answer.status}`, text: answer.text });
    return answer;
  }
  /** The same, but expects success. */
  async function done(method: string, path: string, body?: unknown, token?: string | null) {
    const answer = await ask(method, path, body, token);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body.data as Record<string, unknown>;
  }
  /** The response, which may show a secret to administrators or to the user, is not examined. */
  const quietly = <T>(method: string, path: string, body?: unknown, token?: string | null): Promise<T> =>
    done(method, `${path}${path.includes('?') ? '&' : '?'}fields=id`, body, token) as Promise<T>;

  async function furnish(): Promise<void> {
    const hash = { type: 'hash', interface: 'hashed', datatype: 'VARCHAR', length: 255 };
    await done('POST', '/collections', {
      collection: 'safes',
      fields: [id, text('name'), { field: 'word', ...hash }, toOne('paper')],
    });
    await done('POST', '/collections', {
      collection: 'papers',
      fields: [id, text('title'), { field: 'word', ...hash }, toOne('author'), toOne('safe'), toMany('safes')],
    });
    for (const [collection_many, field_many, collection_one, field_one] of [
      ['papers', 'author', 'directus_users', null],
      ['papers', 'safe', 'safes', null],
      ['safes', 'paper', 'papers', 'safes'],
    ])
      await done('POST', '/relations', { collection_many, field_many, collection_one, field_one });
    const { id: role } = await done('POST', '/roles', { name: 'Reader', external_id: 'readers' });
    for (const collection of ['papers', 'safes', 'directus_webhooks', 'directus_user_sessions'])
      await done('POST', '/permissions', { role, collection, read: 'full', create: 'full', update: 'full' });
    await quietly('POST', '/users', person('reader', { role, password: PLANTED.password, token: READER }));
    for (const action of ['create', 'update'])
      await done('POST', '/webhooks', {
        status: 'active',
        http_action: 'post',
        url: `http://${receiver.host}/${action}`,
        collection: 'papers',
        directus_action: `item.${action}:after`,
      });
  }

  const person = (name: string, more: object): object => ({
    first_name: name,
    last_name: 'x',
    email: `${name}@example.com`,
    status: 'active',
    role: 3,
    ...more,
  });
  const nested = (name: string): object =>
    person(name, {
      password: PLANTED.nestedPassword,
      token: `${PLANTED.nestedToken}-${name}`,
      '2fa_secret': PLANTED.secondFactor,
    });

  async function write(): Promise<void> {
    const safe = { name: 'safe', word: PLANTED.nestedHashed };
    const first = await done('POST', '/items/papers?fields=id,author', {
      title: 'one',
      word: PLANTED.hashed,
      author: nested('nina'),
      safe,
    });
    const second = await done('POST', '/items/papers?fields=id', [
      { title: 'two', safe: { ...safe, paper: { title: 'deep', author: nested('dora') } } },
      { title: 'three' },
    ]);
    paper = Number(first.id);
    nina = Number(first.author);
    await done('PATCH', `/items/papers/${paper}?fields=id`, {
      author: { id: nina, password: PLANTED.newPassword },
      safes: [{ word: PLANTED.nestedHashed }],
    });
    const { id: two } = (second as unknown as { id: number }[])[0] ?? { id: 0 };
    await done('PATCH', `/items/papers/${two}?fields=id`, { word: PLANTED.hashed, title: 'changed' }, READER);
    await done('PATCH', `/items/papers/${paper}/revert/${await firstRevision()}?fields=id`, {});
    await done('PATCH', '/roles/3?fields=id', { users: [{ id: nina, password: PLANTED.newPassword }] });
    const query = 'mutation ($items: [PapersInput!]!) { create_papers(items: $items) { id } }';
    const made = await done('POST', '/gql', {
      query,
      variables: { items: [{ title: 'four', word: PLANTED.hashed, author: nested('gina') }] },
    });
    expect(made.create_papers).toHaveLength(1);
    const lines = [
      { title: 'imported', word: PLANTED.imported, author: nested('ida') },
      {
        title: 'refused',
        word: PLANTED.imported,
        author: nested('ivo'),
        safes: [{ word: PLANTED.imported }],
        missing: 1,
      },
    ];
    const job = await imported(project, lines.map((line) => JSON.stringify(line)).join('\n'), { collection: 'papers' });
    expect(job.progress).toMatchObject({ done: 2, refused: 1 });
    await ask('GET', `/jobs/${job.id}`);
    await ask('GET', `/jobs/${job.id}/refused`);
  }

  async function firstRevision(): Promise<number> {
    const answer = await project.ask('GET', `/items/papers/${paper}/revisions?fields=id&sort=id&limit=1`);
    return (answer.body.data as { id: number }[])[0]?.id ?? 0;
  }

  async function signIn(): Promise<void> {
    const credentials = { email: 'reader@example.com', password: PLANTED.password };
    const session = await project.ask('POST', '/auth/authenticate', credentials, null);
    const { token } = session.body.data as { token: string };
    secrets.set('session', token);
    await done('GET', '/users/me?fields=id,email', undefined, token);
    await ask('GET', `/items/papers?access_token=${token}`, undefined, null);
    await quietly('PATCH', `/users/${nina}`, { '2fa_secret': PLANTED.secondFactor });
    const otp = codeOf(PLANTED.secondFactor);
    await project.ask(
      'POST',
      '/auth/authenticate',
      { email: 'nina@example.com', password: PLANTED.newPassword, otp },
      null,
    );
    await ask('POST', '/auth/authenticate', { ...credentials, password: PLANTED.wrongPassword }, null);
    await ask('POST', '/auth/authenticate', { ...credentials, email: PLANTED.wrongPassword }, null);
  }

  async function mail(): Promise<void> {
    await ask('POST', '/auth/password/request', { email: 'reader@example.com' }, null);
    secrets.set('reset', await mailed(1));
    await ask('POST', '/auth/password/reset', { token: secrets.get('reset'), password: PLANTED.resetPassword }, null);
    await ask('POST', '/users/invite?fields=id', { email: 'ivy@example.com' });
    secrets.set('invitation', await mailed(2));
    await ask('POST', `/users/invite/${secrets.get('invitation')}`, { password: PLANTED.acceptedPassword }, null);
    await vi.waitFor(async () => {
      expect((await project.ask('GET', '/deliveries?status=pending')).text).toContain('[]');
    }, SOON);
  }

  async function mailed(count: number): Promise<string> {
    await vi.waitFor(() => expect(mails.received.length).toBe(count), SOON);
    return /token=([\w.-]+)/.exec(mails.received.at(-1)?.mail.text ?? '')?.[1] ?? '';
  }

  async function provision(): Promise<void> {
    const user = {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: 'scim@example.com',
      name: { givenName: 's', familyName: 'x' },
      password: PLANTED.scimPassword,
      emails: [{ value: 'scim@example.com' }],
    };
    for (const [method, path, body] of [
      ['POST', '/scim/v2/Users', user],
      ['GET', '/scim/v2/Users', undefined],
      ['POST', '/scim/v2/Users', { ...user, userName: 'no address' }],
      ['PATCH', '/scim/v2/Users/readers', { password: PLANTED.scimPassword }],
    ] as const)
      await ask(method, path, body, PLANTED.scimToken);
  }

  /** Refused values must not be repeated. */
  async function fail(): Promise<void> {
    await ask('POST', '/items/papers', { title: 'x'.repeat(200), word: PLANTED.hashed, author: nested('fail') });
    await ask('POST', '/items/papers', { missing: 1, word: PLANTED.hashed });
    await ask(
      'POST',
      '/users',
      person('short', { email: 'none', password: PLANTED.password, token: PLANTED.refusedToken }),
    );
    await ask('POST', '/users', { password: PLANTED.wrongPassword }, READER);
    await ask('PATCH', '/users/1', { token: PLANTED.refusedToken }, READER);
    await ask('POST', '/auth/refresh', { token: PLANTED.refusedToken }, null);
    await ask('POST', '/auth/password/reset', { token: PLANTED.refusedToken, password: PLANTED.wrongPassword }, null);
    await ask('GET', '/users', undefined, PLANTED.refusedToken);
    await ask('GET', `/items/papers?access_token=${PLANTED.refusedToken}`, undefined, null);
    await ask('GET', `/server?super_admin_token=${PLANTED.superAdmin}`, undefined, null);
    await ask('GET', `/nowhere/${PLANTED.refusedToken}`, undefined, null);
    await ask('POST', '/gql', { query: `{ papers(filter: { nothing_eq: 1 }) { data { id } } }` }, READER);
  }

  /** Everything that can be examined afterwards. */
  async function look(): Promise<void> {
    for (const token of [undefined, READER]) {
      for (const route of ['/revisions', '/activity', '/webhooks', '/settings', '/items/papers', '/items/safes'])
        for (const query of ['limit=-1&fields=*', 'limit=-1&export=csv', 'limit=-1&fields=*&meta=*'])
          await ask('GET', `${route}?${query}`, undefined, token);
      await ask('GET', '/deliveries', undefined, token);
      await ask('GET', `/items/papers/${paper}/revisions`, undefined, token);
      await ask('GET', `/users/${nina}/revisions`, undefined, token);
      await ask('POST', '/gql', { query: '{ directus_revisions(limit: -1) { data { id data delta } } }' }, token);
      await ask('POST', '/gql', { query: '{ directus_user_sessions(limit: -1) { data { id token } } }' }, token);
    }
    const credentials = { email: 'reader@example.com', password: PLANTED.resetPassword };
    const again = await project.ask('POST', '/auth/authenticate', credentials, null);
    secrets.set('session', (again.body.data as { token: string }).token);
    for (const path of [
      '/users?limit=-1&filter[email][neq]=reader@example.com',
      '/items/papers?fields=*.*.*',
      '/users?export=json&filter[email][neq]=reader@example.com',
    ])
      await done('GET', path, undefined, secrets.get('session'));
  }

  /** All rows of all tables, without the columns of {@link IN_PERSON}. */
  async function dump(): Promise<Said[]> {
    const opened = await project.opened();
    const { dialect, database } = opened;
    const own = await dialect.internalTables(database);
    const tables = [
      ...(await dialect.introspect(database)),
      ...internalTables.filter(({ name }) => own.includes(name)),
    ];
    const rows: Said[] = [];
    for (const table of tables)
      for (const row of await database.all(selectAll(dialect, table))) {
        const shown = row.filter((_value, index) => !IN_PERSON.has(`${table.name}.${table.columns[index]?.name}`));
        rows.push({ where: table.name, text: JSON.stringify(shown.map(String)) });
      }
    return rows;
  }
});
