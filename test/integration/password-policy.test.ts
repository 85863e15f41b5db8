import { expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('the setting password_policy', ({ project }) => {
  const setting = async (): Promise<number> =>
    (await project.read<{ id: number }>('/settings?filter[key]=password_policy&single=1')).id;

  it.each([
    ['(', 'is an invalid regular expression'],
    ['^.{8,}$', 'is an invalid regular expression'],
    ['$email', 'is an invalid regular expression'],
    ['8', 'is an invalid regular expression'],
    ['/(?C1)a/', 'the group "(?C1"'],
  ])('is refused if no password could be compared with it: %s', async (value, says) => {
    const id = await setting();
    const before = await project.digest();
    for (const [method, path, body] of [
      ['PATCH', `/settings/${id}`, { value }],
      ['PATCH', '/settings', [{ id, value }]],
    ] as const) {
      const { status, body: answer } = await project.ask(method, path, body);
      expect([method, path, status, answer.error?.code]).toEqual([method, path, 422, 12]);
      expect(JSON.stringify(answer.error)).toContain(JSON.stringify(says).slice(1, -1));
    }
    expect(await project.digest()).toBe(before);
  });

  it.each(['/^.{8,}$/', '/(?=.*\\d)(?=.*[a-z]).{8,}/', '', null])('may be %s', async (value) => {
    const id = await setting();
    expect((await project.ask('PATCH', `/settings/${id}`, { value })).status).toBe(200);
    expect((await project.ask('PATCH', '/users/1', { password: 'Some-secret-1' })).status).toBe(200);
  });

  it.each([[['a']], [true]])('is refused as a list or a boolean: %j', async (value) => {
    const before = await project.digest();
    const { status, body } = await project.ask('PATCH', `/settings/${await setting()}`, { value });
    expect([status, body.error?.code]).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
  });

  it('is refused in a new row as well', async () => {
    await project.write('DELETE', `/settings/${await setting()}`);
    expect((await project.ask('POST', '/settings', { key: 'password_policy', value: '(' })).status).toBe(422);
    await project.write('POST', '/settings', { key: 'password_policy', value: '/^.{8,}$/' });
  });
});
