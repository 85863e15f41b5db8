import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import type { Database, Dialect } from '../../../src/dialects/dialect.ts';
import { TableRows } from '../../../src/persistence/table-rows.ts';
import { idempotency } from '../../../src/schema/internal/idempotency.ts';
import { id, text } from '../../support/fields.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../../support/project.ts';

const HELLO = Buffer.from('Hello').toString('base64');
const relation = (field: string): object => ({
  collection_many: 'notes',
  field_many: field,
  collection_one: 'directus_users',
});

/** Requests that create something: a path, a body, and a different body. */
const CREATIONS: readonly (readonly [path: string, body: object, other: object])[] = [
  ['/collections', { collection: 'once_one', fields: [id] }, { collection: 'once_two', fields: [id] }],
  ['/fields/notes', text('once_one'), text('once_two')],
  ['/relations', relation('title'), relation('code')],
  ['/activity/comment', note('One'), note('Two')],
  ['/users', user('one'), user('two')],
  ['/users/invite', { email: 'three@example.com' }, { email: 'four@example.com' }],
  ['/roles', { name: 'One' }, { name: 'Two' }],
  ['/permissions', { collection: 'notes', role: 2, create: 'full' }, { collection: 'notes', role: 2, read: 'full' }],
  ['/folders', { name: 'One' }, { name: 'Two' }],
  ['/settings', { key: 'once_one', value: 'x' }, { key: 'once_two', value: 'x' }],
  ['/files', { filename_disk: 'one.txt', data: HELLO }, { filename_disk: 'two.txt', data: HELLO }],
  ['/webhooks', webhook('one'), webhook('two')],
  ['/collection_presets', { collection: 'notes', title: 'One' }, { collection: 'notes', title: 'Two' }],
  ['/mail', { to: 'a@example.com', body: 'One' }, { to: 'a@example.com', body: 'Two' }],
];

function note(comment: string): object {
  return { collection: 'notes', item: '1', comment };
}

function user(name: string): object {
  const names = { first_name: name, last_name: name };
  return { ...names, email: `${name}@example.com`, password: 'Secret-1', role: 1, status: 'active' };
}

function webhook(name: string): object {
  const what = { collection: 'notes', directus_action: 'item.create:after' };
  return { ...what, status: 'inactive', http_action: 'post', url: `http://example.com/${name}` };
}

onEveryEngine('an Idempotency-Key', ({ engine, server, project }) => {
  let keys = 0;

  beforeAll(async () => {
    await addNotes(project);
    await project.ask('POST', '/items/notes', { title: 'the first' });
  });

  const fresh = (): string => `key-${keys++}`;
  const post = async (path: string, body: unknown, key: string, headers = {}) => {
    const answer = await project.fetch('POST', path, body, { 'Idempotency-Key': key, ...headers });
    return { status: answer.status, text: await answer.text() };
  };
  const files = (): string[] => {
    const folder = join(server.data, 'uploads', project.key, 'originals');
    return readdirSync(folder).filter((name) => name !== '.incoming');
  };
  const state = async (): Promise<string> => {
    const { body } = await project.ask('GET', '/deliveries');
    return `${await project.digest()} ${(body.data as unknown[]).length}`;
  };
  const upload = async (content: string, key: string, parts: Readonly<Record<string, string>> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(parts)) body.append(name, value);
    body.append('data', new Blob([content]), 'form.txt');
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Idempotency-Key': key };
    const answer = await fetch(`${server.base}/${project.key}/files`, { method: 'POST', headers, body });
    return { status: answer.status, text: await answer.text() };
  };
  const remembered = async (): Promise<{ database: Database; dialect: Dialect; rows: TableRows }> => {
    const opened = await project.opened();
    const { database, dialect } = opened;
    return { database, dialect, rows: new TableRows(dialect, idempotency) };
  };

  it.each(CREATIONS)('makes a repeat of POST %s get the first answer, and refuses another body', async (...given) => {
    const [path, body, other] = given;
    const key = fresh();
    const first = await post(path, body, key);
    expect(first.text).not.toContain('"error"');
    const before = await state();
    expect(await post(path, body, key)).toEqual(first);
    expect((await post(path, other, key)).status).toBe(422);
    expect(await state()).toBe(before);
  });

  it('makes a repeat get the first answer although a collection or a field has changed', async () => {
    const [collection, field] = [fresh(), fresh()];
    const made = { collection: 'once_changed', note: 'before', fields: [id] };
    const first = await post('/collections', made, collection);
    const second = await post('/fields/once_changed', text('word'), field);
    await project.ask('PATCH', '/collections/once_changed', { note: 'after' });
    await project.ask('PATCH', '/fields/once_changed/word', { note: 'after' });
    expect(await post('/collections', made, collection)).toEqual(first);
    expect(await post('/fields/once_changed', text('word'), field)).toEqual(second);
  });

  it('creates one collection if it arrives many times at once', async () => {
    const key = fresh();
    const body = { collection: 'once_crowd', fields: [id, text('word')] };
    const answers = await Promise.all(Array.from({ length: 8 }, () => post('/collections', body, key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
  });

  it('is not stored by a table that the engine refuses', async () => {
    const key = fresh();
    const wide = Array.from({ length: 70 }, (_, index) => text(`w${index}`, { length: 16_000 }));
    const body = { collection: 'once_wide', fields: [id, ...(engine === 'mysql' ? wide : [{ ...text('w') }, id])] };
    const first = await post('/collections', body, key);
    expect(first.status).toBeGreaterThanOrEqual(400);
    const before = await project.digest();
    expect((await post('/collections', body, key)).status).toBe(first.status);
    expect(await project.digest()).toBe(before);
    expect((await post('/collections', { collection: 'once_wide', fields: [id] }, key)).status).toBe(200);
  });

  it('gives a form of the same attributes and bytes the first answer, and stores no second object', async () => {
    const key = fresh();
    const first = await upload('Hello', key, { title: 'A form' });
    expect(first.status).toBe(200);
    const [before, there] = [await project.digest(), files()];
    expect(await upload('Hello', key, { title: 'A form' })).toEqual(first);
    expect((await upload('Help!', key, { title: 'A form' })).status).toBe(422);
    expect((await upload('Hello', key, { title: 'Another' })).status).toBe(422);
    expect([await project.digest(), files()]).toEqual([before, there]);
  });

  it('creates one file if forms with it arrive at once', async () => {
    const key = fresh();
    const there = files().length;
    const answers = await Promise.all(Array.from({ length: 6 }, () => upload('All at once', key)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(files()).toHaveLength(there + 1);
  });

  it('is another key for another user', async () => {
    await project.ask('POST', '/users', { ...user('other'), token: 'other-token' });
    const key = fresh();
    const first = await post('/folders', { name: 'Mine' }, key);
    const second = await post('/folders', { name: 'Yours' }, key, { Authorization: 'Bearer other-token' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.text).toContain('Yours');
  });

  it('changes nothing for a caller who may not create', async () => {
    const { rows, database } = await remembered();
    const [before, kept] = [await project.digest(), await rows.find(database, [], 'scope', 1000)];
    expect((await post('/folders', { name: 'Denied' }, fresh(), { Authorization: '' })).status).toBeGreaterThan(400);
    expect((await post('/collections', { collection: 'no' }, fresh(), { Authorization: '' })).status).toBeGreaterThan(
      400,
    );
    expect(await project.digest()).toBe(before);
    expect(await rows.find(database, [], 'scope', 1000)).toEqual(kept);
  });

  it('may be used again after it has expired', async () => {
    const key = fresh();
    await post('/folders', { name: 'Old' }, key);
    const { rows, database } = await remembered();
    await rows.update(database, [], { forgotten_at: Date.now() - 1 });
    const again = await post('/folders', { name: 'New' }, key);
    expect([again.status, again.text.includes('New')]).toEqual([200, true]);
  });

  it('stores no answer that others could read in the database', async () => {
    const key = fresh();
    const body = { ...user('secret'), token: 'a-token-that-is-secret' };
    const first = await post('/users?fields=*', body, key);
    expect(first.status).toBe(200);
    const { rows, database } = await remembered();
    const kept = JSON.stringify(await rows.find(database, [], 'scope', 1000));
    expect(kept).not.toMatch(/a-token-that-is-secret|secret@example\.com|Secret-1/);
    expect(await post('/users?fields=*', body, key)).toEqual(first);
  });
});
