import { beforeAll, expect, it, vi } from 'vitest';
import { id } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const PARALLEL = 10;

onEveryEngine('the schema', ({ server, project }) => {
  beforeAll(async () => {
    await project.ask('POST', '/collections', { collection: 'things', fields: [id] });
  });

  async function opened() {
    const found = await project.opened();
    const spy = vi.spyOn(found.dialect, 'introspect');
    return { found, spy };
  }

  it('is read once for a schema change, and not again afterwards', async () => {
    const { spy } = await opened();
    const field = { field: 'title', type: 'string', datatype: 'VARCHAR', length: 20 };
    expect((await project.ask('POST', '/fields/things', field)).status).toBe(200);
    for (const path of ['/items/things', '/fields/things', '/collections']) await project.ask('GET', path);
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
  });

  it('is read once for all requests that come after a change by another process', async () => {
    const { found, spy } = await opened();
    const other = await found.dialect.open(server.app.registry.locations.addressOf(found.config.database));
    await other.run({ text: `UPDATE directus_fields SET note = 'new' WHERE collection = 'things'`, parameters: [] });
    const text = found.dialect.printer.insert({ table: 'directus_settings', columns: ['key', 'value'] }, null);
    await other.run({ text, parameters: ['told', 'yes'] });
    await vi.waitFor(
      async () => {
        await Promise.all(Array.from({ length: PARALLEL }, () => project.ask('GET', '/items/things')));
        expect(spy).toHaveBeenCalled();
      },
      { timeout: 5000 },
    );
    await project.ask('GET', '/fields/things');
    expect(spy).toHaveBeenCalledTimes(1);
    spy.mockRestore();
    await other.close();
  });
});
