import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { mysql } from '../../src/dialects/mysql/dialect.ts';
import { SYSTEM } from '../../src/permissions/caller.ts';
import type { Context } from '../../src/persistence/context.ts';
import { loadConsistentCatalog } from '../../src/persistence/schema-change/consistent-catalog.ts';
import { Project } from '../../src/projects/project.ts';
import { EVERYTHING } from '../../src/query/parse/query.ts';
import { createCollection } from '../../src/services/collections/create.ts';
import { deleteCollection } from '../../src/services/collections/delete.ts';
import { createField } from '../../src/services/fields/create.ts';
import { deleteField } from '../../src/services/fields/delete.ts';
import { updateFields } from '../../src/services/fields/update.ts';
import { createItems } from '../../src/services/items/write.ts';
import { id, integer, text } from '../support/fields.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';
import { disagreements } from './disagreements.ts';
import { MortalDatabase } from './mortal-database.ts';
import { type Opened, openDatabase } from './open-database.ts';

/** More characters than a column can have: the engine alone finds out. */
const TOO_LONG = { ...text('more'), length: 60_000 };

/** Changes of a collection that has a many-to-many field, each with what it leaves of the collection's columns. */
const CHANGES: Readonly<Record<string, (context: Context, name: string) => Promise<unknown>>> = {
  'a new field': (context, name) => createField(context, name, text('more')),
  'a field that the engine refuses': (context, name) => createField(context, name, TOO_LONG),
  'a change that the engine refuses': (context, name) =>
    updateFields(context, name, ['title'], { length: 60_000, note: '60000' }),
  'a longer field': (context, name) => updateFields(context, name, ['title'], { length: 60, note: '60' }),
  'a deleted field': (context, name) => deleteField(context, name, 'title', false),
  'a field deleted with its junction': (context, name) => deleteField(context, name, 'others', true),
  'a deleted collection': (context, name) => deleteCollection(context, name),
  'a new collection': (context, name) =>
    createCollection(context, { collection: `${name}_new`, fields: [id, text('title')] }),
};

describe.skipIf(!inject('engines').mysql)('a process that dies at any step of a schema change', () => {
  const given = inject('engines').mysql ?? {};
  const name = `moments${process.pid}`;
  let server: Running;
  let healthy: Project;
  let opened: Opened;
  let made = 0;

  beforeAll(async () => {
    server = await startServer();
    const body = { project: 'whole', super_admin_token: SUPER_ADMIN_TOKEN, db_name: name, db_user: 'root' };
    const user = { user_email: 'admin@example.com', user_password: 'password' };
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ ...body, ...user, ...given }) };
    expect((await fetch(`${server.base}/server/projects`, init)).status).toBe(200);
    healthy = (await server.app.registry.find('whole')) as Project;
    opened = await openDatabase('mysql', given, server.data, name);
  });
  afterAll(async () => {
    await opened?.database.close();
    await server?.stop();
  });

  it.each(Object.keys(CHANGES))('leaves it whole or absent: %s', { timeout: 180_000 }, async (title) => {
    for (let moment = 1, done = false; !done; moment++) {
      for (const late of [false, true]) {
        const collection = `m${++made}`;
        await prepare(contextOf(healthy), collection);
        const mortal = new MortalDatabase(opened.database);
        const dying = await Project.load(healthy.config, mysql, mortal.view, healthy);
        mortal.dieAt(moment, late);
        await CHANGES[title]?.(contextOf(dying), collection).catch(() => undefined);
        done = !mortal.died;
        const catalog = await loadConsistentCatalog(opened.database, mysql, 1, 5);
        expect(await disagreements(opened.database, mysql), `moment ${moment}${late ? ', late' : ''}`).toEqual([]);
        if (title.includes('refuses')) {
          const { fields } = catalog.schema.collections.get(collection) ?? {};
          expect(fields?.map((field) => field.name)).toEqual(['id', 'title', 'others']);
        }
        await healthy.outdated(healthy.catalog);
      }
    }
  });
});

function contextOf(store: Project): Context {
  const rest = {
    client: { ip: 'localhost', userAgent: '', baseUrl: '', linkUrl: null },
    now: new Date(),
    write: { comment: null, skipActivity: false as const },
  };
  return { store, caller: SYSTEM, ...rest };
}

/** A collection with a many-to-many field to itself. */
async function prepare(context: Context, name: string): Promise<void> {
  const junction = `${name}_links`;
  await createCollection(context, { collection: name, fields: [id, text('title', { length: 40 })] });
  await createCollection(context, { collection: junction, fields: [id, integer('left'), integer('right')] });
  await createField(context, name, { field: 'others', type: 'o2m' });
  const relation = { collection_many: junction, collection_one: name };
  const body = [
    { ...relation, field_many: 'left', junction_field: 'right', field_one: 'others' },
    { ...relation, field_many: 'right', junction_field: 'left', field_one: null },
  ];
  await createItems(context, 'directus_relations', body, EVERYTHING);
}
