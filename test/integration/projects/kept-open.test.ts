import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createTestProject, type TestProject } from '../../support/project.ts';
import { type Running, startServer } from '../../support/running.ts';

const MAX_OPEN = 3;
const closed = vi.fn();
let server: Running;
const projects: TestProject[] = [];

beforeAll(async () => {
  server = await startServer();
  server.app.registry.keep({ most: MAX_OPEN, closed });
  for (let made = 0; made < 6; made++) projects.push(await createTestProject(server, {}));
}, 60_000);
afterAll(() => server.stop());

const open = (): string[] => projects.flatMap(({ key }) => (server.app.registry.isOpen(key) ? [key] : []));

it('keeps the most recently used projects, and reopens the others', async () => {
  for (const each of [...projects, ...projects]) expect((await each.ask('GET', '/users')).status).toBe(200);
  expect(open()).toEqual(projects.slice(-MAX_OPEN).map(({ key }) => key));
  expect(closed).toHaveBeenCalledWith(projects[0]?.key, null);
});

it('never closes a project that a request is using', async () => {
  const [busy, ...others] = projects as [TestProject, ...TestProject[]];
  const opened = await server.app.registry.find(busy.key);
  const release = opened?.hold();
  for (const each of others) await each.ask('GET', '/users');
  expect(server.app.registry.isOpen(busy.key)).toBe(true);
  release?.();
  for (const each of others) await each.ask('GET', '/users');
  expect(server.app.registry.isOpen(busy.key)).toBe(false);
});

it('answers everybody who requests many projects at once', async () => {
  const answers = await Promise.all([...projects, ...projects, ...projects].map((each) => each.ask('GET', '/users')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
