import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import type { Connection, Database } from '../../src/dialects/dialect.ts';
import { sqlite } from '../../src/dialects/sqlite/dialect.ts';
import { type Context, serverContext } from '../../src/persistence/context.ts';
import { Project } from '../../src/projects/project.ts';
import { deleteCollection } from '../../src/services/collections/delete.ts';
import { deleteField } from '../../src/services/fields/delete.ts';
import { listChanges } from '../../src/services/schema-changes/list.ts';
import { undoChange } from '../../src/services/schema-changes/undo.ts';
import { thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { onEngines } from '../support/on-every-engine.ts';

/** Only one in this many copies is continued, because all of them would take long; in the battery, more are. */
const TRIED = Math.ceil(10 / thoroughly(1));

type Change = (context: Context) => Promise<unknown>;

const newest = async (context: Context): Promise<string> => {
  const [entry] = (await listChanges(context, 0, 1)) as { readonly id: number }[];
  return String(entry?.id);
};
const undoNewest: Change = async (context) => undoChange(context, await newest(context));

/** Changes, each made in the database that the previous one has left. */
const CHANGES: readonly (readonly [title: string, change: Change])[] = [
  ['a deleted field', (context) => deleteField(context, 'notes', 'title', false)],
  ['its undo', undoNewest],
  ['a deleted collection', (context) => deleteCollection(context, 'notes')],
  ['its undo', undoNewest],
  ['the undo of that', undoNewest],
];

onEngines(['sqlite'], 'a server that is killed before any statement of a change or an undo', ({ project, server }) => {
  let folder: string;
  let healthy: Project;
  let file: string;

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title', { index: true })] });
    await project.write('POST', '/items/notes', [{ title: 'Plums' }, { title: null }, { title: 'Figs' }]);
    healthy = await project.opened();
    file = join(server.data, 'databases', `${project.key}.db`);
    folder = mkdtempSync(join(tmpdir(), 'octavo-moments-'));
    return () => rmSync(folder, { recursive: true });
  });

  it('finds it complete or absent, and can undo it afterwards', { timeout: thoroughly(120_000) }, async () => {
    for (const [title, change] of CHANGES) {
      const before = await stateOf(healthy.database);
      const copies: string[] = [];
      const watched = await Project.load(
        healthy.config,
        sqlite,
        watching(healthy.database, () => {
          copies.push(copyAs(`${copies.length}-${title}`));
        }),
        healthy,
      );
      await change(serverContext(watched));
      await healthy.outdated(healthy.catalog);
      const after = await stateOf(healthy.database);
      let made = 0;
      for (const [place, copy] of copies.entries()) {
        const tried = place % TRIED === 0 ? change : null;
        made += (await isMade(copy, before, after, tried, title)) ? 1 : 0;
      }
      expect(copies.length - made, title).toBeGreaterThan(10);
    }
  });

  /** Copies the files as they would be left if the process ended now. */
  function copyAs(name: string): string {
    const copy = join(folder, `${name}.db`);
    for (const part of ['', '-wal']) if (existsSync(`${file}${part}`)) copyFileSync(`${file}${part}`, `${copy}${part}`);
    return copy;
  }

  /** Whether a copy has a change. If the change is given, it must be possible to make and undo it there. */
  async function isMade(
    copy: string,
    before: State,
    after: State,
    change: Change | null,
    title: string,
  ): Promise<boolean> {
    const database = await sqlite.openExisting({ name: 'copy', file: copy });
    try {
      const state = await stateOf(database);
      const made = isDeepStrictEqual(state, after);
      if (!made) expect(state, `${title}: ${copy}`).toEqual(before);
      if (!change) return made;
      const opened = await Project.load(healthy.config, sqlite, database, healthy);
      if (!made) await change(serverContext(opened));
      await undoNewest(serverContext(opened));
      expect(await stateOf(database), `${title}, undone: ${copy}`).toEqual(before);
      return made;
    } finally {
      await database.close();
    }
  }
});

/** Records of dropped collections are removed after the commit. */
const RECORDS: ReadonlySet<string> = new Set(['directus_activity', 'directus_revisions']);

type State = readonly (readonly [table: string, rows: unknown])[];

/** All tables with their rows, and the kept tables that belong to no entry. */
async function stateOf(database: Database): Promise<State> {
  const tables = (await sqlite.introspect(database)).filter(({ name }) => !RECORDS.has(name));
  const rows = await Promise.all(
    tables.map(async ({ name, columns }): Promise<[string, unknown]> => {
      const names = columns.map((column) => column.name).sort();
      const list = names.map((column) => `"${column}"`).join(', ');
      return [name, [names, await database.all({ text: `SELECT ${list} FROM "${name}" ORDER BY 1`, parameters: [] })]];
    }),
  );
  return [...rows.sort(([one], [other]) => (one < other ? -1 : 1)), ['unknown', await unknownIn(database)]];
}

async function unknownIn(database: Database): Promise<string[]> {
  const kept = (await sqlite.internalTables(database)).filter((name) => name.startsWith('octavo_kept_'));
  if (kept.length === 0) return [];
  const entries = await database.all({ text: 'SELECT entry FROM octavo_schema_changes', parameters: [] });
  return kept.filter((name) => !entries.some(([entry]) => String(entry).includes(name)));
}

/** A database that reports each statement of a transaction before it runs. */
function watching(database: Database, onStatement: () => void): Database {
  const watched = (connection: Connection): Connection => ({
    all: (statement) => {
      onStatement();
      return connection.all(statement);
    },
    run: (statement) => {
      onStatement();
      return connection.run(statement);
    },
  });
  return new Proxy(database, {
    get(target, name) {
      if (name === 'transaction' || name === 'schemaTransaction')
        return <T>(work: (connection: Connection) => Promise<T>): Promise<T> | undefined =>
          target[name]?.((connection) => work(watched(connection)));
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
