import { request } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import type { TestProject } from '../../support/project.ts';

onEveryEngine('requests with an Idempotency-Key', ({ project }) => {
  let keys = 0;

  beforeAll(async () => {
    await addNotes(project);
  });

  const fresh = (): string => `key-${keys++}`;
  const post = (body: unknown, key: string, path = '/items/notes', headers = {}): Promise<Response> =>
    project.fetch('POST', path, body, { 'Idempotency-Key': key, ...headers });
  const countOf = async (title: string): Promise<number> => {
    const { body } = await project.ask('GET', `/items/notes?filter[title][eq]=${title}&fields=id`);
    return (body.data as unknown[]).length;
  };

  it('get the same answer when they are repeated, and write once', async () => {
    const key = fresh();
    const first = await post({ title: 'again' }, key);
    const text = await first.text();
    const digest = await project.digest();
    const second = await post({ title: 'again' }, key);
    expect([second.status, await second.text()]).toEqual([first.status, text]);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await project.digest()).toBe(digest);
  });

  it('get the same answer after the item has changed', async () => {
    const key = fresh();
    const text = await (await post({ title: 'changing' }, key)).text();
    const { data } = JSON.parse(text) as { data: { id: number } };
    await project.ask('PATCH', `/items/notes/${data.id}`, { title: 'changed' });
    expect(await (await post({ title: 'changing' }, key)).text()).toBe(text);
  });

  it('count once if many arrive at the same time', async () => {
    const key = fresh();
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ title: 'crowd' }, key)));
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(texts).size).toBe(1);
    expect(await countOf('crowd')).toBe(1);
  });

  it('write once although the connection broke before the answer arrived', async () => {
    const key = fresh();
    await broken(project, { title: 'broken' }, key);
    expect((await post({ title: 'broken' }, key)).status).toBe(200);
    expect(await countOf('broken')).toBe(1);
  });

  it('are refused with another body, and write nothing', async () => {
    const key = fresh();
    await post({ title: 'mine' }, key);
    const digest = await project.digest();
    expect((await post({ title: 'other' }, key)).status).toBe(422);
    expect(await project.digest()).toBe(digest);
  });

  it('are different with another path or another key', async () => {
    const key = fresh();
    await post({ title: 'paths' }, key);
    await post({ title: 'paths' }, fresh());
    expect(await countOf('paths')).toBe(2);
    expect((await post({ name: 'a folder' }, key, '/folders')).status).toBe(200);
  });

  it('may be retried if they failed', async () => {
    const key = fresh();
    await post({ title: 'first', code: 'taken' }, fresh());
    expect((await post({ title: 'second', code: 'taken' }, key)).status).toBe(409);
    await project.ask('DELETE', `/items/notes/${await idOf(project, 'taken')}`);
    expect((await post({ title: 'second', code: 'taken' }, key)).status).toBe(200);
  });

  it('need a valid key', async () => {
    expect((await post({ title: 'x' }, 'a b')).status).toBe(422);
    expect((await post({ title: 'x' }, 'k'.repeat(256))).status).toBe(422);
  });
});

async function idOf(project: TestProject, code: string): Promise<number> {
  const { body } = await project.ask('GET', `/items/notes?filter[code][eq]=${code}&fields=id`);
  return (body.data as { id: number }[])[0]?.id ?? 0;
}

/** Sends a request and disconnects when the response begins, without reading it. */
function broken(project: TestProject, body: unknown, key: string): Promise<void> {
  return new Promise((done) => {
    const headers = {
      'Content-Type': 'application/json',
      Authorization: 'Bearer tests-admin-token',
      'Idempotency-Key': key,
    };
    const sending = request(`${project.server.base}/${project.key}/items/notes`, { method: 'POST', headers }, () => {});
    sending.on('error', () => done());
    sending.on('response', (answer) => {
      answer.destroy();
      done();
    });
    sending.end(JSON.stringify(body));
  });
}
