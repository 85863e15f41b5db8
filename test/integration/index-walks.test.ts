import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import type { Database, Statement } from '../../src/dialects/dialect.ts';
import { manyRuns } from '../support/battery.ts';
import { id, integer, status, text } from '../support/fields.ts';
import { type EngineName, onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type TestProject } from '../support/project.ts';

const ROWS = 18_000;
const AT_ONCE = 1_000;
const COLUMNS = ['id', 'status', 'title', 'day', 'score', 'flag'] as const;
const FIELDS = [
  id,
  status,
  text('title'),
  { field: 'day', type: 'date', datatype: 'DATE' },
  integer('score'),
  integer('flag'),
];
const INDEXED = ['day', 'score', 'flag'];

type Value = string | number | null;
type Post = Readonly<Record<string, Value>>;

/** Many posts on each of a hundred days, some without a day; nearly unique scores; a flag that nearly all have. */
const posts: readonly Post[] = Array.from({ length: ROWS }, (_, index) => {
  const chance = (salt: number): number =>
    ((Math.imul(index + 1, 2654435761) ^ Math.imul(salt, 40503)) >>> 0) / 2 ** 32;
  const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(chance(1) ** 2 * 100))).toISOString().slice(0, 10);
  return {
    id: index + 1,
    status: chance(2) < 0.001 ? 'deleted' : chance(2) < 0.6 ? 'published' : 'draft',
    title: String.fromCharCode(97 + Math.floor(chance(3) * 26)),
    day: chance(4) < 0.2 ? null : day,
    score: chance(5) < 0.1 ? null : Math.floor(chance(6) * 100_000),
    flag: chance(7) < 0.01 ? 0 : 1,
  };
});

interface Filter {
  readonly parameters: string;
  readonly keeps: (post: Post) => boolean;
}

const visible = ({ status }: Post): boolean => status !== 'deleted';
const within = (value: Value | undefined, low: Value, high: Value): boolean =>
  value !== null && value !== undefined && low !== null && high !== null && value >= low && value <= high;

const FILTERS: readonly Filter[] = [
  { parameters: '', keeps: visible },
  { parameters: '&status=*', keeps: () => true },
  { parameters: '&status=deleted', keeps: (post) => post.status === 'deleted' },
  { parameters: '&status=draft', keeps: (post) => post.status === 'draft' },
  { parameters: '&filter[title][eq]=q', keeps: (post) => visible(post) && post.title === 'q' },
  {
    parameters: '&filter[day][between]=2020-01-20,2020-02-10',
    keeps: (post) => visible(post) && within(post.day, '2020-01-20', '2020-02-10'),
  },
  {
    parameters: '&filter[score][gte]=5000&filter[score][lte]=60000&filter[title][neq]=b',
    keeps: (post) => visible(post) && within(post.score, 5_000, 60_000) && post.title !== 'b',
  },
  { parameters: '&filter[day][null]', keeps: (post) => visible(post) && post.day === null },
];

const SORTS = ['day', '-day', 'score', '-score', '-flag', 'flag', '-day,title', 'day,-score', '-score,day', '-day,-id'];

/** The keys of the posts of a list, in order. */
function listed({ keeps }: Filter, sort: string, nullsLast: boolean): Value[] {
  const terms = `${sort},id`
    .split(',')
    .map((term) => ({ name: term.replace('-', ''), sign: term.startsWith('-') ? -1 : 1 }));
  const compare = (one: Post, other: Post): number => {
    for (const { name, sign } of terms) {
      const order = ordered(one[name] ?? null, other[name] ?? null, sign, nullsLast);
      if (order !== 0) return order;
    }
    return 0;
  };
  return posts
    .filter(keeps)
    .sort(compare)
    .map((post) => post.id ?? null);
}

function ordered(one: Value, other: Value, sign: number, nullsLast: boolean): number {
  if (one === other) return 0;
  if (one === null || other === null) return (one === null ? 1 : -1) * (nullsLast ? 1 : -sign);
  return one < other ? -sign : sign;
}

const asked = fc.record({
  // MySQL reads a page in index order if the sorted columns are selected.
  fields: fc.constantFrom('id', 'id,day,score,flag'),
  filter: fc.constantFrom(...FILTERS),
  sort: fc.constantFrom(...SORTS),
  limit: fc.constantFrom(1, 10, 25, 120, 700),
  offset: fc.constantFrom(0, 0, 3, 50, 400, 1_500, 9_000, 17_900),
});

/** Lists whose pages are found along an index, and the index. */
const WALKED: readonly (readonly [query: string, index: string, engines: readonly EngineName[]])[] = [
  ['sort=-day', 'walk_day', ['sqlite', 'mysql', 'postgres']],
  ['sort=day', 'walk_day', ['sqlite', 'mysql', 'postgres']],
  ['sort=-score', 'walk_score', ['sqlite', 'mysql', 'postgres']],
  ['sort=score&offset=40', 'walk_score', ['sqlite', 'mysql', 'postgres']],
  ['sort=-score&offset=600', 'walk_score', ['sqlite', 'mysql', 'postgres']],
  ['sort=-score,title', 'walk_score', ['sqlite', 'mysql', 'postgres']],
  ['sort=-score&status=draft', 'walk_score', ['sqlite', 'mysql', 'postgres']],
  ['sort=-score&filter[score][between]=100,90000', 'walk_score', ['sqlite', 'mysql', 'postgres']],
  ['sort=-score&meta=cursor', 'walk_score', ['sqlite', 'mysql', 'postgres']],
];
/** Lists that contain hardly any row of the index: they are read as if there were no index. */
const NOT_WALKED = ['sort=-score&status=deleted', 'sort=-flag&status=draft'];

onEveryEngine('lists that are sorted by an indexed column', ({ engine, project, prepare }) => {
  prepare(() => ({ server: { responseCache: 0 } }));
  beforeAll(async () => {
    await furnish(project, engine);
  });

  for (const nullsLast of [true, false]) {
    it(`have the order of all of their rows, with sort_null_last ${nullsLast}`, async () => {
      await sortNullsLast(project, nullsLast);
      await fc.assert(
        fc.asyncProperty(asked, async ({ fields, filter, sort, limit, offset }) => {
          const path = `/items/posts?fields=${fields}&sort=${sort}&limit=${limit}&offset=${offset}${filter.parameters}`;
          const expected = listed(filter, sort, nullsLast);
          expect(await keysOf(project, path), path).toEqual(expected.slice(offset, offset + limit));
        }),
        manyRuns(40),
      );
    });

    it(`are paged by cursor in that order, with sort_null_last ${nullsLast}`, async () => {
      await sortNullsLast(project, nullsLast);
      for (const sort of SORTS) {
        const expected = listed(FILTERS[0] as Filter, sort, nullsLast);
        const path = `/items/posts?fields=id&sort=${sort}&limit=60&meta=cursor`;
        let answer = await project.get(`${path}&offset=13000`, ADMIN_TOKEN);
        for (const from of [13_000, 13_060, 13_120]) {
          const { data, meta } = JSON.parse(answer.text) as { data: Post[]; meta: { cursor: { after: string } } };
          expect(
            data.map(({ id: key }) => key),
            `${sort} from ${from}`,
          ).toEqual(expected.slice(from, from + 60));
          answer = await project.get(`${path}&after=${meta.cursor.after}`, ADMIN_TOKEN);
        }
      }
    });
  }

  for (const [query, index, engines] of WALKED.filter(([, , on]) => on.includes(engine)))
    it(`are read along ${index} for ${query} (${engines.length})`, async () => {
      await sortNullsLast(project, true);
      const [page, ...more] = (await runs(project, `/items/posts?fields=id,title&limit=25&${query}`)).reverse();
      const plan = await planOf(project, engine, page as Statement);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(SORTED[engine]);
      // At most two index walks, each with a boundary statement on MySQL.
      expect(more.length).toBeLessThanOrEqual(engine === 'mysql' ? 3 : 1);
    });

  for (const sort of ['-score', '-day', '-flag'])
    it(`order ties by key when sorted by ${sort}`, async () => {
      await sortNullsLast(project, true);
      const expected = listed(FILTERS[0] as Filter, sort, true).slice(0, 25);
      for (let time = 0; time < 3; time++)
        expect(await keysOf(project, `/items/posts?fields=id,day,score,flag&limit=25&sort=${sort}`)).toEqual(expected);
    });

  if (engine === 'mysql')
    it('are not sorted if their first page has no ties', async () => {
      const [page] = (await runs(project, '/items/posts?fields=id,score&limit=5&sort=-score')).reverse();
      expect(await planOf(project, engine, page as Statement)).not.toMatch(/filesort|-> Sort:/);
      const sorted = (await runs(project, '/items/posts?fields=id,day&limit=5&sort=-day')).reverse();
      expect(await planOf(project, engine, sorted[0] as Statement)).toMatch(/filesort|-> Sort:/);
    });

  if (engine === 'mysql')
    it('take one statement if the end of the first rows was found recently', async () => {
      const counts: number[] = [];
      for (let time = 0; time < 3; time++)
        counts.push((await runs(project, '/items/posts?fields=id,title&limit=25&sort=-score')).length);
      expect(counts).toContain(1);
    });

  if (engine === 'sqlite')
    for (const query of NOT_WALKED)
      it(`are scanned and sorted for ${query}`, async () => {
        const statements = await runs(project, `/items/posts?fields=id,title&limit=25&${query}`);
        expect(statements.length).toBeGreaterThan(1);
        expect(await planOf(project, engine, statements.at(-1) as Statement)).toMatch(SORTED.sqlite);
      });

  it('take one statement if the table is small or another index finds the rows', async () => {
    expect(await runs(project, '/items/small?sort=-day')).toHaveLength(1);
    expect(await runs(project, '/items/posts?sort=-day&limit=5&filter[score][eq]=5')).toHaveLength(1);
  });

  it('follow rows that leave the start of the index, and that come back', async () => {
    await sortNullsLast(project, true);
    const { database } = await project.opened();
    const path = '/items/posts?fields=id&sort=-score&limit=25';
    const before = await keysOf(project, path);
    const scores = posts.map(({ score }) => Number(score)).sort((one, other) => other - one);
    const low = scores[290] ?? 0;
    const expected = listed(
      { parameters: '', keeps: (post) => visible(post) && Number(post.score) <= low },
      '-score',
      true,
    );
    await execute(database, `DELETE FROM posts WHERE score > ${low}`);
    expect(await keysOf(project, path)).toEqual(expected.slice(0, 25));
    await insert(
      database,
      engine,
      posts.filter(({ score }) => Number(score) > low),
    );
    expect(await keysOf(project, path)).toEqual(before);
  });

  it('are read without their index when it is gone', async () => {
    const { database } = await project.opened();
    const path = '/items/posts?fields=id&sort=-flag&limit=25';
    const before = await keysOf(project, path);
    await execute(database, engine === 'mysql' ? 'DROP INDEX walk_flag ON posts' : 'DROP INDEX walk_flag');
    expect(await keysOf(project, path)).toEqual(before);
  });
});

/** What the plan of a statement that reads all rows contains. */
const SORTED: Readonly<Record<EngineName, RegExp>> = {
  sqlite: /USE TEMP B-TREE FOR ORDER BY|SCAN t0(?! USING)/,
  mysql: /"ALL"/,
  postgres: /Seq Scan/,
};

async function furnish(project: TestProject, engine: EngineName): Promise<void> {
  for (const collection of ['posts', 'small'])
    await project.write('POST', '/collections', { collection, fields: FIELDS });
  const { database } = await project.opened();
  for (let from = 0; from < ROWS; from += AT_ONCE) await insert(database, engine, posts.slice(from, from + AT_ONCE));
  for (const table of ['posts', 'small'])
    for (const column of INDEXED)
      await execute(database, `CREATE INDEX ${table === 'posts' ? 'walk' : 'small'}_${column} ON ${table} (${column})`);
  for (const table of ['posts', 'small'])
    await execute(database, engine === 'mysql' ? `ANALYZE TABLE ${table}` : `ANALYZE ${table}`);
  // A schema change makes the server read the schema again.
  for (const table of ['posts', 'small']) await project.write('PATCH', `/fields/${table}/title`, { note: 'A letter' });
}

async function insert(database: Database, engine: EngineName, rows: readonly Post[]): Promise<void> {
  const quote = (value: Value | undefined): string =>
    typeof value === 'string' ? `'${value}'` : String(value ?? 'NULL');
  const values = rows.map((row) => `(${COLUMNS.map((column) => quote(row[column])).join(', ')})`).join(', ');
  await execute(database, `INSERT INTO posts (${COLUMNS.join(', ')}) VALUES ${values}`);
  expect(engine).toBeDefined();
}

async function execute(database: Database, text: string): Promise<void> {
  if (text.startsWith('ANALYZE TABLE')) await database.all({ text, parameters: [] });
  else await database.run({ text, parameters: [] });
}

async function sortNullsLast(project: TestProject, last: boolean): Promise<void> {
  const [setting] = await project.read<{ id: number }[]>('/settings?filter[key]=sort_null_last');
  const row = { key: 'sort_null_last', value: last ? '1' : '0' };
  if (setting) await project.write('PATCH', `/settings/${setting.id}`, row);
  else await project.write('POST', '/settings', row);
}

async function keysOf(project: TestProject, path: string): Promise<Value[]> {
  const { status: code, text: body } = await project.get(path, ADMIN_TOKEN);
  expect(code, body).toBe(200);
  return (JSON.parse(body) as { data: Post[] }).data.map((post) => post.id ?? null);
}

/**
 * The statements that read posts for a request. The request runs twice, since the first run may look for statistics.
 */
async function runs(project: TestProject, path: string): Promise<Statement[]> {
  const { database } = await project.opened();
  await keysOf(project, path);
  const statements: Statement[] = [];
  const all = database.all.bind(database);
  Object.defineProperty(database, 'all', {
    value: (statement: Statement) => {
      if (/FROM .(posts|small)/.test(statement.text)) statements.push(statement);
      return all(statement);
    },
    configurable: true,
  });
  try {
    await keysOf(project, path);
  } finally {
    Reflect.deleteProperty(database, 'all');
  }
  return statements;
}

/** The engine's plan of a statement. */
async function planOf(project: TestProject, engine: EngineName, { text: sql, parameters }: Statement): Promise<string> {
  const { database } = await project.opened();
  const explain = engine === 'sqlite' ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN';
  const rows = await database.all({ text: `${explain} ${sql}`, parameters });
  return rows.map((row) => JSON.stringify(row)).join('\n');
}
