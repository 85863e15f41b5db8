import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { addNotes, onEveryEngine } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';

interface Failed {
  readonly id: string;
  readonly method: string;
  readonly route: string | null;
  readonly path: string;
  readonly query: string | null;
  readonly status: number;
  readonly code: number | null;
  readonly message: string | null;
  readonly user: number | null;
  readonly times: number;
}

interface Module {
  readonly kind: string;
  readonly file: string;
  readonly actions: readonly string[];
  readonly endpoints: readonly { readonly path: string }[];
  readonly problem: string | null;
  readonly failures: { readonly times: number; readonly event: string; readonly message: string } | null;
}

onEveryEngine('failed requests of a project', ({ database, server, project, prepare }) => {
  prepare(() => ({ server: { watchExtensions: true } }));
  beforeAll(() => addNotes(project));
  let seen: readonly Failed[] = [];
  const failures = (): Promise<Failed[]> => project.read('/failures');
  const key = ({ id, times }: Failed): string => `${id} ${times}`;
  /** What has failed since the test began. */
  const failedNow = async (): Promise<Failed[]> => {
    const before = new Set(seen.map(key));
    return (await failures()).filter((one) => !before.has(key(one)));
  };
  beforeEach(async () => {
    seen = await failures();
  });

  it('are listed with the route, the error and the caller, and the id of the answer', async () => {
    const answer = await project.fetch('GET', '/items/notes/77');
    const [failed] = await failedNow();
    expect(failed).toMatchObject({
      id: answer.headers.get('X-Request-Id'),
      method: 'GET',
      route: '/items/:collection/:id',
      path: `/${project.key}/items/notes/77`,
      query: null,
      status: 404,
      code: 203,
      user: 1,
      times: 1,
    });
  });

  it('contain no body, no token and no address of a file', async () => {
    await project.ask('POST', '/items/notes?comment=query-secret', { title: { nested: 'body-secret' }, nope: 1 });
    await project.ask('GET', '/items/notes?access_token=query-secret', undefined, null);
    await project.ask('GET', '/assets/file-secret', undefined, null);
    await project.ask('GET', '/users/invite/path-secret', undefined, null);
    await project.ask('GET', '/nowhere/path-secret', undefined, null);
    await project.ask('POST', '/auth/authenticate', { email: 'no@example.com', password: 'body-secret' }, null);
    const failed = await failedNow();
    expect(failed.length).toBeGreaterThanOrEqual(5);
    expect(JSON.stringify(failed)).not.toMatch(/-secret/);
  });

  it('are not those of a removed project that had the same key', async () => {
    const former = await createTestProject(server, database);
    await former.ask('GET', '/items/what-nobody-else-may-know');
    expect(await former.read('/failures')).toHaveLength(1);
    await former.remove();
    await createTestProject(server, { ...database, project: former.key, db_name: former.key });
    const left = await former.read('/failures');
    await former.remove();
    expect(left).toEqual([]);
  });

  it('are counted if equal, and strangers cannot push out those of others', async () => {
    await project.ask('GET', '/items/notes/78');
    for (let index = 0; index < 100; index++) await project.ask('GET', `/items/none-${index}`, undefined, null);
    for (let index = 0; index < 100; index++) await project.ask('GET', `/none-${index}`, undefined, null);
    const failed = await failedNow();
    const ofStrangers = failed.filter(({ user }) => user === null);
    expect(ofStrangers.map(({ times }) => times >= 100)).toEqual([true, true]);
    expect(failed.some(({ path }) => path.endsWith('/78'))).toBe(true);
    for (let index = 0; index < 100; index++) await project.ask('GET', `/items/none-${index}`);
    expect((await failures()).filter(({ user }) => user === 1)).toHaveLength(60);
    expect((await failures()).length).toBeLessThanOrEqual(300);
  });

  it('of hooks and endpoints are listed with their modules, without paths on the server', async () => {
    const folder = (kind: string): string => join(server.data, 'extensions/projects', project.key, kind);
    for (const kind of ['hooks', 'endpoints']) mkdirSync(folder(kind), { recursive: true });
    writeFileSync(join(folder('hooks'), 'broken.mjs'), `import './missing.mjs'; export const actions = {};`);
    const thrower = `() => { throw new Error('no connection with password=hook-secret at ${server.data}/x/y.txt'); }`;
    writeFileSync(
      join(folder('hooks'), 'failing.mjs'),
      `export const actions = { 'item.create.notes:before': ${thrower} };`,
    );
    writeFileSync(
      join(folder('endpoints'), 'shop.mjs'),
      `export const endpoints = [{ path: '/a', handler: ${thrower} }];`,
    );
    await project.ask('POST', '/items/notes', { title: 'refused' });
    await project.ask('GET', '/custom/shop/a');
    const modules = await project.read<Module[]>('/extensions');
    const byFile = new Map(modules.map((module) => [module.file.split('/').at(-1), module]));
    expect(byFile.get('broken.mjs')).toMatchObject({ kind: 'hooks', file: `projects/${project.key}/hooks/broken.mjs` });
    expect(byFile.get('broken.mjs')?.problem).toMatch(/missing\.mjs/);
    expect(byFile.get('failing.mjs')).toMatchObject({
      actions: ['item.create.notes:before'],
      problem: null,
      failures: { times: 1, event: 'item.create.notes:before' },
    });
    expect(byFile.get('shop.mjs')).toMatchObject({
      endpoints: [{ method: 'GET', path: '/custom/shop/a', access: 'open' }],
      failures: { times: 1, event: 'GET /a' },
    });
    expect(JSON.stringify(modules)).not.toContain(server.data);
    expect(JSON.stringify(modules)).not.toContain('hook-secret');
  });
});
