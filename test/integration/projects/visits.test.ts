import { beforeEach, expect, it, vi } from 'vitest';
import type { Project } from '../../../src/projects/project.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a project that is opened only for its outbox', ({ server, project, prepare }) => {
  prepare(() => ({ each: true }));
  beforeEach(async () => {
    await server.app.registry.close(project.key);
  });

  const visit = (work: (opened: Project) => Promise<void> = async () => {}): Promise<boolean> =>
    server.app.registry.visit(project.key, work);
  const isOpen = (): boolean => server.app.registry.isOpen(project.key);

  it('is closed when the visit ends, even if it fails', async () => {
    const ended = vi.fn();
    const isVisited = await visit(async (opened) => {
      const close = opened.database.close.bind(opened.database);
      vi.spyOn(opened.database, 'close').mockImplementation(() => close().then(ended));
      expect([isOpen(), ended.mock.calls.length]).toEqual([true, 0]);
    });
    expect([isVisited, isOpen(), ended.mock.calls.length]).toEqual([true, false, 1]);
    await expect(visit(() => Promise.reject(new Error('the visit failed')))).rejects.toThrow('the visit failed');
    expect(isOpen()).toBe(false);
  });

  it('stays open for a request that uses it meanwhile', async () => {
    await visit(async () => void (await project.ask('GET', '/users')));
    expect(isOpen()).toBe(true);
    expect((await project.ask('GET', '/users')).status).toBe(200);
  });

  it('is left alone if it is open, or gone', async () => {
    await project.ask('GET', '/users');
    expect(await visit()).toBe(false);
    await project.remove();
    expect(await visit()).toBe(false);
    expect(isOpen()).toBe(false);
  });
});
