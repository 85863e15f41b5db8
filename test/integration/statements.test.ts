import { beforeAll, expect, it } from 'vitest';
import { collections, relations } from '../security/secrets.ts';
import { statementsOf } from '../support/counting.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type TestProject } from '../support/project.ts';

/** Queries, and how many statements each may take. */
const BUDGETS: readonly (readonly [query: string, statements: number])[] = [
  ['notes', 1],
  ['notes?limit=-1', 1],
  ['notes?filter[shelf.name]=shelf&filter[labels.label.name][contains]=e&q=note&sort=-title', 1],
  ['notes?single=1', 1],
  ['notes/1', 1],
  ['notes/1,2,3', 1],
  ['notes?fields=*,shelf.name', 5],
  ['notes?fields=id,shelf.name', 2],
  ['notes?fields=id,shelf.name,vault.word', 3],
  ['notes?fields=id,labels.label.name', 3],
  ['shelves?fields=*,notes.*', 2],
  ['shelves?fields=*,notes.labels.label.name', 4],
  ['notes/1?fields=id,labels.label.name', 3],
  ['notes?meta=collection,type,result_count', 1],
  ['notes?meta=total_count', 2],
  ['notes?meta=filter_count&filter[id][gt]=1', 2],
  ['notes?meta=total_count,filter_count', 2],
  ['notes?meta=total_count,filter_count&q=note', 3],
  ['notes?meta=*', 3],
  ['notes?meta=*&q=note&fields=id,shelf.name', 5],
  ['notes?limit=-1&meta=*', 3],
  ['notes?limit=5&meta=cursor', 1],
  ['notes?limit=5&meta=cursor&after=CURSOR', 1],
  ['notes?limit=5&before=CURSOR', 1],
  ['notes?limit=-1&meta=cursor&after=CURSOR', 1],
  ['notes?limit=5&after=CURSOR&meta=total_count,cursor&fields=id,shelf.name', 3],
  ['notes?limit=5&sort=shelf&after=CURSOR', 1],
  ['notes?limit=50&sort=shelf&after=CURSOR', 2],
];
/**
 * Writes, and how many statements each may take, including activity, revision and response. PostgreSQL stores the
 * activity and the revision of an item in one statement.
 */
const WRITES: readonly (readonly [
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: object,
  statements: number,
  onPostgres: number,
])[] = [
  ['POST', 'notes', { title: 'one', shelf: 1 }, 4, 3],
  ['POST', 'notes?fields=id,title', { title: 'two' }, 5, 4],
  ['POST', 'notes?fields=*,shelf.name', { title: 'three', shelf: 1 }, 7, 6],
  ['POST', 'notes?activity_skip=1', { title: 'four' }, 2, 2],
  ['PATCH', 'notes/1', { title: 'five' }, 5, 4],
  ['PATCH', 'notes/1?activity_skip=1', { title: 'six' }, 3, 3],
  ['PATCH', 'notes/1,2', { title: 'seven' }, 11, 9],
  ['DELETE', 'notes/20', {}, 3, 3],
];
const ROWS = 20;

onEveryEngine('statements', ({ engine, project, prepare }) => {
  prepare(() => ({ server: { responseCache: 0 } }));
  beforeAll(async () => {
    await furnish(project);
  });
  for (const [query, budget] of BUDGETS) {
    it(`are ${budget} for ${query}`, async () => {
      const opened = await project.opened();
      const path = `/items/${await placed(project, query)}`;
      await project.read(path);
      const texts = await statementsOf(opened.database, () => project.read(path));
      expect(texts.filter((text) => !isWatch(text))).toHaveLength(budget);
    });
  }
  for (const [method, path, body, usual, onPostgres] of WRITES) {
    const budget = engine === 'postgres' ? onPostgres : usual;
    it(`are ${budget} for ${method} ${path}`, async () => {
      const opened = await project.opened();
      const write = () => project.write(method, `/items/${path}`, body);
      const texts = await statementsOf(opened.database, write);
      expect(texts.filter((text) => !isWatch(text))).toHaveLength(budget);
    });
  }
});

/** The query with a cursor in the middle of its list. */
async function placed(project: TestProject, query: string): Promise<string> {
  const sort = query.includes('sort=shelf') ? '&sort=shelf' : '';
  const { text } = await project.get(`/items/notes?limit=5&offset=7&meta=cursor${sort}`, ADMIN_TOKEN);
  return query.replace('CURSOR', JSON.parse(text).meta.cursor.after);
}

/** Engines that cannot report writes by others are polled from time to time. */
const isWatch = (text: string): boolean => text.includes('octavo');

async function furnish(project: TestProject): Promise<void> {
  for (const collection of collections) await project.write('POST', '/collections', collection);
  for (const relation of relations) await project.write('POST', '/relations', relation);
  const rows = <T>(row: (key: number) => T): T[] => Array.from({ length: ROWS }, (_, index) => row(index + 1));
  await project.write(
    'POST',
    '/items/shelves',
    rows((id) => ({ id, name: `shelf ${id}` })),
  );
  await project.write(
    'POST',
    '/items/vaults',
    rows((id) => ({ id, word: `word ${id}` })),
  );
  await project.write(
    'POST',
    '/items/labels',
    rows((id) => ({ id, name: `label ${id}` })),
  );
  await project.write(
    'POST',
    '/items/notes',
    rows((id) => ({ id, title: `note ${id}`, shelf: id, vault: id })),
  );
  await project.write(
    'POST',
    '/items/notes_labels',
    rows((id) => ({ id, note: id, label: id })),
  );
}
