import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { mysql } from '../../src/dialects/mysql/dialect.ts';
import { SYSTEM } from '../../src/permissions/caller.ts';
import type { Context } from '../../src/persistence/context.ts';
import { loadConsistentCatalog } from '../../src/persistence/schema-change/consistent-catalog.ts';
import { purgeExpired } from '../../src/persistence/schema-change/purge.ts';
import { Project } from '../../src/projects/project.ts';
import { EVERYTHING } from '../../src/query/parse/query.ts';
import { createCollection } from '../../src/services/collections/create.ts';
import { deleteCollection } from '../../src/services/collections/delete.ts';
import { createField } from '../../src/services/fields/create.ts';
import { deleteField } from '../../src/services/fields/delete.ts';
import { updateFields } from '../../src/services/fields/update.ts';
import { createItems } from '../../src/services/items/write.ts';
import { listChanges } from '../../src/services/schema-changes/list.ts';
import { undoChange } from '../../src/services/schema-changes/undo.ts';
import { thoroughly } from '../support/battery.ts';
import { id, integer, text } from '../support/fields.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';
import { disagreements } from './disagreements.ts';
import { MortalDatabase } from './mortal-database.ts';
import { type Opened, openDatabase } from './open-database.ts';

/** Longer than a column can be, which only the engine detects. */
const TOO_LONG = { ...text('more'), length: 60_000 };

/**
 * Whether a process dies after a step instead of before it. To the database this is a death before the next step, so that
 * only the battery tries both.
 */
const WAYS = thoroughly(1) > 1 ? [false, true] : [false];

/** Changes of a collection that has a many-to-many field, each with what remains of the collection's columns. */
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

/**
 * Changes that are undone by a process that dies. Each undo restores the collection, so that one serves for all
 * moments.
 */
const UNDONE: typeof CHANGES = {
  'the deletion of a field': (context, name) => deleteField(context, name, 'title', false),
  'the deletion of a collection': (context, name) => deleteCollection(context, name),
};

async function undoNewest(context: Context): Promise<void> {
  const [entry] = (await listChanges(context, 0, 1)) as { readonly id: number }[];
  await undoChange(context, String(entry?.id));
}

describe.skipIf(!inject('engines').mysql)('a process that dies at any step of a schema change', () => {
  const given = inject('engines').mysql ?? {};
  let server: Running;
  let healthy: Project;
  let opened: Opened;
  let projects = 0;
  let made = 0;

  beforeAll(async () => {
    server = await startServer();
  });
  // The fewer collections a project has, the faster each moment of its changes is tested.
  beforeEach(async () => {
    const project = `whole${++projects}`;
    const name = `moments${process.pid}_${projects}`;
    const body = { project, super_admin_token: SUPER_ADMIN_TOKEN, db_name: name, db_user: 'root' };
    const user = { user_email: 'admin@example.com', user_password: 'password' };
    const headers = { 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify({ ...body, ...user, ...given }) };
    expect((await fetch(`${server.base}/server/projects`, init)).status).toBe(200);
    healthy = (await server.app.registry.find(project)) as Project;
    opened = await openDatabase('mysql', given, server.data, name);
  });
  afterEach(() => opened?.database.close());
  afterAll(() => server?.stop());

  it.each(Object.keys(CHANGES))('leaves it whole or absent: %s', { timeout: 300_000 }, async (title) => {
    let collection = await newCollection();
    for (let moment = 1, died = true; died; moment++)
      for (const late of WAYS) {
        const before = appearance(collection);
        died = await dieAndFind(title, collection, moment, late);
        // A change that has left no trace is retried on the same collection, because creating others takes longer than
        // the change.
        if (appearance(collection) !== before) collection = await newCollection();
      }
  });

  it.each(Object.keys(UNDONE))('leaves what it undoes or what it restores: %s', { timeout: 300_000 }, async (title) => {
    const collection = await newCollection();
    let moment = 0;
    for (let died = true; died; ) {
      moment++;
      for (const late of WAYS) {
        await UNDONE[title]?.(contextOf(healthy), collection);
        const former = await titles(collection);
        died = await dieAndFind('an undo', collection, moment, late);
        await expectUndo(former, collection, died);
      }
    }
    expect(moment).toBeGreaterThan(10);
    await expectNothingKept();
  });

  async function newCollection(): Promise<string> {
    const collection = `m${++made}`;
    await prepare(contextOf(healthy), collection);
    return collection;
  }

  /** Whether the process has died during a change, which another process must find complete or absent. */
  async function dieAndFind(title: string, collection: string, moment: number, late: boolean): Promise<boolean> {
    const mortal = new MortalDatabase(opened.database);
    const dying = await Project.load(healthy.config, mysql, mortal.view, healthy);
    mortal.dieAt(moment, late);
    await (CHANGES[title] ?? undoNewest)(contextOf(dying), collection).catch(() => undefined);
    const { died } = mortal;
    // Its retention may be removing what the previous undo had kept.
    await expect.poll(() => healthy.isBusy, { timeout: 30_000 }).toBe(false);
    let catalog = await loadConsistentCatalog(opened.database, mysql, 1, 5);
    // After its answer, the dying process removes what an undo had kept, and may die doing so during a check.
    const check = async (): Promise<string[]> => {
      catalog = await loadConsistentCatalog(opened.database, mysql, 1, 5);
      return disagreements(opened.database, mysql);
    };
    await expect.poll(check, { message: `moment ${moment}${late ? ', late' : ''}` }).toEqual([]);
    if (title.includes('refuses')) {
      const { fields } = catalog.schema.collections.get(collection) ?? {};
      expect(fields?.map((field) => field.name)).toEqual(['id', 'title', 'others']);
    }
    await healthy.outdated(healthy.catalog);
    return died;
  }

  /** The visible state of a collection, and of the one that a change may create in addition. */
  function appearance(collection: string): string {
    const { collections } = healthy.catalog.schema;
    const seen = [collection, `${collection}_links`, `${collection}_new`].map((each) => collections.get(each));
    return JSON.stringify(seen.map((each) => each?.fields.map(({ name: field, column }) => [field, column])));
  }

  /** The titles of the items; null if there are none. */
  async function titles(collection: string): Promise<unknown> {
    const text = `SELECT GROUP_CONCAT(title ORDER BY id) FROM ${collection}`;
    try {
      return (await opened.database.all({ text, parameters: [] }))[0]?.[0] ?? null;
    } catch {
      return null;
    }
  }

  /** After an undo that died, everything is restored, or the undo can be repeated. */
  async function expectUndo(former: unknown, collection: string, died: boolean): Promise<void> {
    if (died && (await titles(collection)) === former) await undoNewest(contextOf(healthy));
    expect(await titles(collection)).toBe('Figs,Plums');
  }

  async function expectNothingKept(): Promise<void> {
    await purgeExpired(healthy, new Date(Date.now() + 8 * 86_400_000));
    const left = await mysql.internalTables(opened.database);
    expect(left.filter((name) => name.startsWith('octavo_kept_'))).toEqual([]);
  }
});

function contextOf(store: Project): Context {
  const rest = {
    client: { ip: 'localhost', userAgent: '', baseUrl: '', linkUrl: null },
    now: new Date(),
    write: { comment: null, skipActivity: false },
  };
  return { store, caller: SYSTEM, ...rest };
}

/** A collection with a many-to-many field to itself. */
async function prepare(context: Context, name: string): Promise<void> {
  const junction = `${name}_links`;
  await createCollection(context, { collection: name, fields: [id, text('title', { length: 40 })] });
  await createItems(context, name, [{ title: 'Figs' }, { title: 'Plums' }], EVERYTHING);
  await createCollection(context, { collection: junction, fields: [id, integer('left'), integer('right')] });
  await createField(context, name, { field: 'others', type: 'o2m' });
  const relation = { collection_many: junction, collection_one: name };
  const body = [
    { ...relation, field_many: 'left', junction_field: 'right', field_one: 'others' },
    { ...relation, field_many: 'right', junction_field: 'left', field_one: null },
  ];
  await createItems(context, 'directus_relations', body, EVERYTHING);
}
