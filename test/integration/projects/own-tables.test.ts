import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../../src/dialects/dialect.ts';
import { portableTables } from '../../../src/persistence/portable/portable.ts';
import { InternalTables } from '../../../src/projects/internal-tables.ts';
import type { Project } from '../../../src/projects/project.ts';
import { idempotency } from '../../../src/schema/internal/idempotency.ts';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../../support/project.ts';

onEveryEngine("Octavo's internal tables", ({ server, project: tests }) => {
  let project: Project;

  beforeAll(async () => {
    const found = await server.app.registry.find(tests.key);
    if (!found) throw new Error('the project is not there');
    project = found;
  });

  it('are created once, however many requests need them at the same time', async () => {
    const { database, dialect } = project;
    expect(await dialect.internalTables(database)).not.toContain(idempotency.name);
    const others = Array.from({ length: 3 }, () => new InternalTables(database, dialect));
    await Promise.all([project, ...others].flatMap((each) => [make(each), make(each)]));
    expect(await dialect.internalTables(database)).toContain(idempotency.name);
  });

  it('are not collections', async () => {
    await project.internalTable(idempotency);
    expect(await tests.get('/collections', ADMIN_TOKEN).then(({ text }) => text)).not.toContain('octavo_');
    expect((await tests.get(`/items/${idempotency.name}`, ADMIN_TOKEN)).status).toBe(404);
    expect((await tests.get(`/fields/${idempotency.name}`, ADMIN_TOKEN)).status).toBe(404);
    expect((await project.dialect.introspect(project.database)).filter(({ name }) => /octavo/.test(name))).toEqual([]);
  });

  it('are included in a copy only if they are marked for it', async () => {
    await project.internalTable(idempotency);
    const tables = await portableTables(project.database, project.dialect, 'copied');
    expect(tables.map(({ name }) => name)).not.toContain(idempotency.name);
  });

  it.each(['octavo_mine', 'OCTAVO_mine'])('leave no collection the name %s', async (collection) => {
    const fields = [id];
    const refused = tests.write('POST', '/collections', { collection, fields });
    await expect(refused).rejects.toThrow(/422 .*cannot begin with \\"octavo_\\"/);
  });

  it('are refused by name if the account may not create them', async () => {
    const denied = new InternalTables(withoutTables(project.database), project.dialect);
    await expect(denied.make({ ...idempotency, name: 'octavo_other' })).rejects.toThrow(
      'This needs the table "octavo_other", which the account of the project may not create',
    );
  });
});

function make(tables: InternalTables | Project): Promise<void> {
  return 'make' in tables ? tables.make(idempotency) : tables.internalTable(idempotency);
}

/** A database whose account may read and write rows, but not create tables. */
function withoutTables(database: Database): Database {
  const transaction = async (): Promise<never> => {
    throw new Error('CREATE command denied');
  };
  return { ...database, all: (statement) => database.all(statement), transaction };
}
