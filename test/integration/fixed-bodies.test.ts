import { describe, expect, it } from 'vitest';
import { harnessOn } from '../support/on-every-engine.ts';
import type { Answered } from '../support/project.ts';

const outcome = ({ status, body }: Answered): unknown[] => [status, body.error?.code];

/** Invalid bodies of routes with a fixed shape, with the status and code of the refusal. */
const BROKEN: readonly (readonly [method: string, path: string, body: unknown, refusal: readonly [number, number]])[] =
  [
    ['POST', '/auth/authenticate', {}, [422, 114]],
    ['POST', '/auth/authenticate', [], [422, 114]],
    ['POST', '/auth/authenticate', { email: 'erin', password: 'x' }, [422, 114]],
    ['POST', '/auth/refresh', {}, [422, 4]],
    ['POST', '/auth/refresh', undefined, [422, 4]],
    ['POST', '/auth/refresh', { token: ['x'] }, [422, 4]],
    ['POST', '/auth/password/request', { email: ['x'] }, [422, 4]],
    ['POST', '/auth/password/request', { email: 'erin@example.com', reset_url: {} }, [422, 4]],
    ['POST', '/utils/hash', { string: 'x', hasher: 'rot13' }, [422, 1000]],
    ['POST', '/utils/random/string', { length: '1025' }, [422, 4]],
    ['POST', '/activity/comment', { collection: 'directus_users', item: [1] }, [422, 4]],
    ['PATCH', '/activity/comment/1', { comment: '' }, [422, 4]],
  ];

/** Callers who may not use the route at all are told so, whatever they send. */
const DENIED: readonly (readonly [method: string, path: string, refusal: readonly [number, number]])[] = [
  ['POST', '/mail', [401, 108]],
  ['POST', '/users/invite', [403, 10]],
  ['POST', '/users/1/activate_2fa', [401, 108]],
  ['POST', '/users/me/deactivate_2fa', [401, 108]],
  ['PATCH', '/users/me/tracking/page', [404, 203]],
];

/** For callers who may use the route, the body is checked. */
const LOOKED_AT: readonly (readonly [method: string, path: string, body: unknown])[] = [
  ['POST', '/mail', { to: [], body: 'x' }],
  ['POST', '/mail', { to: 1, body: 'x', subject: 'a\nb' }],
  ['POST', '/mail', { to: 1, body: 'x', data: 'y' }],
  ['POST', '/users/invite', { email: [] }],
  ['POST', '/users/invite', { email: ['erin@example.com', 5] }],
  ['POST', '/users/invite', { email: Array.from({ length: 101 }, (_, at) => `u${at}@example.com`) }],
  ['POST', '/users/me/activate_2fa', { otp: '123456' }],
  ['PATCH', '/users/me/tracking/page', { last_page: null }],
];

describe('a body of fixed shape', () => {
  const { project } = harnessOn('sqlite');

  it.each(BROKEN)('%s %s %j is refused', async (method, path, body, refusal) => {
    expect(outcome(await project.ask(method, path, body, null))).toEqual(refusal);
  });

  it.each(DENIED)('%s %s is checked only for callers who may send it', async (method, path, refusal) => {
    expect(outcome(await project.ask(method, path, {}, null))).toEqual(refusal);
  });

  it.each(LOOKED_AT)('%s %s %j is refused to those as well', async (method, path, body) => {
    expect(outcome(await project.ask(method, path, body))).toEqual([422, 4]);
  });

  it('may be missing where an unusable one counts as empty, and nowhere else', async () => {
    expect(outcome(await project.ask('POST', '/auth/authenticate', undefined, null))).toEqual([400, 13]);
    expect(outcome(await project.ask('POST', '/users/invite', undefined, null))).toEqual([400, 13]);
  });
});
