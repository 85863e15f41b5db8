import { expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { SUPER_ADMIN_TOKEN } from '../../support/running.ts';

const ACCOUNT = {
  super_admin_token: SUPER_ADMIN_TOKEN,
  db_user: 'root',
  user_email: 'admin@example.com',
  user_password: 'password',
};

onEveryEngine('the creation of a project', ({ database, engine, server }) => {
  const create = async (more: object): Promise<readonly unknown[]> => {
    const key = `unusable_${engine}`;
    const answer = await fetch(`${server.base}/server/projects`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ project: key, db_name: `${key}${process.pid}`, ...ACCOUNT, ...database, ...more }),
    });
    const { error } = (await answer.json()) as { error?: { code: number; message: string } };
    return [answer.status, error?.code, error?.message];
  };

  it.each([
    ['user_email', `${'a'.repeat(60)}@${'b'.repeat(60)}.example.com`, 'at most 128 characters long'],
    ['user_token', 't'.repeat(256), 'at most 255 characters long'],
    ['timezone', 'x'.repeat(33), 'at most 32 characters long'],
    ['locale', 'de-Latn-DE', 'at most 8 characters long'],
    ['app_url', 'javascript:alert(1)', 'an address that begins with http:// or https://'],
  ])('refuses a value of %s that it cannot use', async (name, value, expected) => {
    expect(await create({ [name]: value })).toEqual([422, 4, `${name}: This value should be ${expected}.`]);
  });

  it('takes the longest values', async () => {
    const longest = { user_token: 't'.repeat(255), timezone: 'é'.repeat(32), locale: 'de-CH-19' };
    expect(await create({ ...longest, app_url: 'https://app.example' })).toEqual([200, undefined, undefined]);
    const url = `${server.base}/server/projects/unusable_${engine}?super_admin_token=${SUPER_ADMIN_TOKEN}`;
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(204);
  });
});
