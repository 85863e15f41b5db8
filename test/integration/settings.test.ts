import { expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { TestProject } from '../support/project.ts';

const idOf = async (project: TestProject, key: string): Promise<unknown> =>
  (await project.read<{ id: number }[]>(`/settings?filter[key]=${key}&fields=id`))[0]?.id;

onEveryEngine('settings', ({ project }) => {
  it.each<[key: string, value: unknown]>([
    ['login_attempts_allowed', 'abc'],
    ['login_attempts_allowed', '1.5'],
    ['login_attempts_allowed', '1e5'],
    ['login_attempts_allowed', [1, 2]],
    ['login_attempts_allowed', { a: 1 }],
    ['default_limit', '1e300'],
    ['default_limit', '99999999999999999999'],
    ['default_limit', 20.5],
    ['telemetry', 'maybe'],
    ['telemetry', 2],
    ['telemetry', 'False'],
    ['asset_whitelist', 'none'],
    ['asset_whitelist', { key: 'a' }],
    ['asset_whitelist', 5],
  ])('refuses the change of %s to %j', async (key, value) => {
    const id = await idOf(project, key);
    const before = await project.digest();
    const { status, body } = await project.ask('PATCH', `/settings/${id}`, { value });
    expect([status, body.error?.code]).toEqual([422, 4]);
    expect(await project.digest()).toBe(before);
  });

  it.each([
    ['octavo_strict', 'maybe'],
    ['octavo_max_cost', 'much'],
    ['octavo_keep_revisions', 'all'],
    ['thumbnail_cache_ttl', '1 day'],
    ['private_assets', 'no'],
  ])('refuses to add %s with the value %j, alone and in a list', async (key, value) => {
    const before = await project.digest();
    for (const body of [{ key, value }, [{ key, value }]]) {
      const answer = await project.ask('POST', '/settings', body);
      expect([answer.status, answer.body.error?.code]).toEqual([422, 4]);
    }
    expect(await project.digest()).toBe(before);
  });

  it.each([
    ['login_attempts_allowed', [null, '', 0, -1, '25', 25]],
    ['auto_sign_out', [-1, '10080']],
    ['sort_null_last', [false, true, 0, 1, '0', '1', 'false', null, 'true']],
    ['asset_whitelist', [[], null, '[]', [{ key: 'a', width: 9, height: 9, fit: 'crop', quality: 80 }]]],
  ])('takes the usual values of %s', async (key, values) => {
    const path = `/settings/${await idOf(project, key)}`;
    for (const value of values) expect((await project.ask('PATCH', path, { value })).status).toBe(200);
  });
});

onEveryEngine('settings of a strict project', ({ project, prepare }) => {
  prepare(() => ({ project: { strict: true } }));

  it.each(['status_mapping', 'thumbnail_cache_ttl', 'private_assets', 'upright_images', 'octavo_max_cost'])(
    'include %s, which takes effect when it is added',
    async (key) => {
      expect((await project.ask('POST', '/settings', { key, value: null })).status).toBe(200);
    },
  );

  it('do not include one that does not exist', async () => {
    const { status, body } = await project.ask('POST', '/settings', { key: 'private_asset', value: '1' });
    expect([status, body.error?.code]).toEqual([422, 4]);
  });
});
