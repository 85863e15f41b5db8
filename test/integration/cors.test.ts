import { beforeAll, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';

const { server, project, prepare } = harnessOn('sqlite');
prepare(() => ({
  project: { cors: { origin: ['*'], exposed_headers: ['X-Pages', 'ETag', 'X-Bad\r\nX-Evil: 1'], max_age: null } },
}));

beforeAll(() => project.write('POST', '/collections', { collection: 'pages', fields: [id] }));

const ask = (method: string, path: string, headers = {}): Promise<Response> =>
  fetch(`${server.base}/${project.key}${path}`, { method, headers });

it('lets scripts of other origins read the headers that the project lists', async () => {
  const headers = { Origin: 'https://site.example', Authorization: 'Bearer tests-admin-token' };
  for (const [path, status] of [
    ['/items/nothing', 404],
    ['/users/me', 200],
    // The second request comes from a known client, and skips the framework.
    ['/items/pages', 200],
    ['/items/pages', 200],
  ] as const) {
    const answer = await ask('GET', path, headers);
    expect([answer.status, answer.headers.get('Access-Control-Expose-Headers')]).toEqual([status, 'X-Pages, ETag']);
    expect(answer.headers.has('X-Evil')).toBe(false);
  }
  const answer = await ask('GET', '/users/me', { Authorization: headers.Authorization });
  expect(answer.headers.has('Access-Control-Expose-Headers')).toBe(false);
});

it('lets scripts of other origins read when to retry, and how many requests are left', async () => {
  const limited = await createTestProject(server, {
    db_type: 'sqlite',
    rate_limit: { enabled: true, limit: 1, interval: 60 },
  });
  const exposed = async (): Promise<unknown[]> => {
    const answer = await limited.fetch('GET', '/users/me', undefined, { Origin: 'https://site.example' });
    return [answer.status, answer.headers.get('Access-Control-Expose-Headers')];
  };
  const left = 'X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset';
  expect(await exposed()).toEqual([200, `${left}, ETag`]);
  expect(await exposed()).toEqual([429, `${left}, Retry-After`]);
  await limited.remove();
});

it('allows the preview header if it is requested', async () => {
  const headers = { Origin: 'https://site.example', 'Access-Control-Request-Headers': 'octavo-preview' };
  const answer = await ask('OPTIONS', '/items/pages/1', headers);
  expect(answer.headers.get('Access-Control-Allow-Headers')).toMatch(/, Octavo-Preview$/);
});

it('sends no maximum age of preflight requests if that is null', async () => {
  const headers = { Origin: 'https://site.example', 'Access-Control-Request-Method': 'PATCH' };
  const answer = await ask('OPTIONS', '/items/nothing', headers);
  expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
  expect(answer.headers.has('Access-Control-Max-Age')).toBe(false);
});
