import { expect, it, vi } from 'vitest';
import { forgetOldJobs } from '../../../src/services/jobs/forget.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('the first job of a project', ({ server, project }) => {
  it('leaves nothing that the server fails at, if making its tables ends in between', async () => {
    const store = await server.app.registry.find(project.key);
    if (!store) throw new Error('the project is gone');
    const make = store.internalTable.bind(store);
    let made = 0;
    const ending = vi.spyOn(store, 'internalTable').mockImplementation((table) => {
      if (made++ > 0) throw new Error('the server ends');
      return make(table);
    });
    expect((await project.ask('POST', '/jobs', { kind: 'backup' })).status).toBe(500);
    ending.mockRestore();
    await expect(store.dialect.internalTables(store.database)).resolves.not.toContain('octavo_jobs');
    expect((await project.ask('POST', '/jobs', { kind: 'backup' })).status).toBe(200);
    await expect(forgetOldJobs(store, Date.now())).resolves.toBeUndefined();
  });
});
