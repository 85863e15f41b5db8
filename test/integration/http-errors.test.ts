import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestProject, type TestProject } from '../support/project.ts';
import { type Running, startServer } from '../support/running.ts';

let server: Running;
let project: TestProject;
beforeAll(async () => {
  server = await startServer();
  project = await createTestProject(server, { db_type: 'sqlite' });
});
afterAll(() => server?.stop());

describe('a request that cannot be answered', () => {
  it('whose body is too large is 413 with the limit in its message', async () => {
    const { status, body } = await project.ask('POST', '/roles', `{"name":"${'x'.repeat(33 * 1024 * 1024)}"}`);
    expect(status).toBe(413);
    expect(body.error).toMatchObject({ code: 13, message: expect.stringMatching(/33554432 bytes/) });
  });

  it('whose path is not percent-encoded text is a 4xx in the shape of every error', async () => {
    const answer = await fetch(`${server.base}/${project.key}/items/%E0%A4%A`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(Object.keys((await answer.json()) as object)).toEqual(['error']);
  });

  it('below an unknown project is unauthorized, whatever its method and path', async () => {
    for (const [method, path] of [
      ['GET', '/nobody/'],
      ['PUT', '/nobody/items/x'],
      ['DELETE', '/nobody/a/b/c/d'],
    ] as const) {
      const answer = await fetch(server.base + path, { method });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('with a method that the path does not know is 405, with a path that does not exist 404', async () => {
    expect((await project.ask('PUT', '/items/notes/1')).status).toBe(405);
    expect((await project.ask('DELETE', '/users')).status).toBe(405);
    expect((await project.ask('GET', '/users/')).status).toBe(404);
    expect((await project.ask('GET', '/items')).status).toBe(404);
  });

  it('while another project is asked the same: their plans and callers never mix', async () => {
    const other = await createTestProject(server, { db_type: 'sqlite' });
    await project.ask('PATCH', '/users/1', { title: 'of the first' });
    await other.ask('PATCH', '/users/1', { title: 'of the second' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? project : other).ask('GET', '/users/1?fields=title')),
    );
    answers.forEach(({ body }, index) => {
      expect(body.data).toEqual({ title: index % 2 ? 'of the first' : 'of the second' });
    });
    await other.remove();
  });
});

describe('the super admin token', () => {
  it('is claimed by the first creation, kept as a digest, and replaced by nobody', async () => {
    const { SuperAdmin } = await import('../../src/config/super-admin.ts');
    const file = `${server.data}/claimed`;
    const fresh = new SuperAdmin(file, null, true);
    expect(fresh.accepts('mine')).toBe(false);
    expect(fresh.acceptsOrClaims('mine')).toBe(true);
    expect(new SuperAdmin(file, null, true).acceptsOrClaims('yours')).toBe(false);
    expect(new SuperAdmin(file, null, true).accepts('mine')).toBe(true);
    expect((await import('node:fs')).readFileSync(file, 'utf8')).not.toContain('mine');
  });

  it('is claimed by nobody where strangers can reach the server', async () => {
    const { SuperAdmin } = await import('../../src/config/super-admin.ts');
    expect(new SuperAdmin(`${server.data}/unclaimed`, null, false).acceptsOrClaims('mine')).toBe(false);
  });
});

describe('creating projects', () => {
  it('of one key in parallel makes one, and of the database of another none', async () => {
    const body = (key: string, name: string) => ({
      project: key,
      db_name: name,
      db_user: 'x',
      super_admin_token: 'conformance-super-admin-token',
      user_email: 'a@example.com',
      user_password: 'x',
    });
    const create = (key: string, name: string): Promise<number> =>
      fetch(`${server.base}/server/projects`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body(key, name)),
      }).then((answer) => answer.status);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => create('raced', 'raced')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await create('thief', 'raced')).toBe(409);
    expect(await create('thief', '../raced')).toBe(422);
  });
});
