import { pino } from 'pino';
import { beforeAll, expect, it } from 'vitest';
import { id, integer, status, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { addReader } from '../support/signing-in.ts';

const READER = 'index-hints-reader';
const DIGITS = Array.from({ length: 10 }, (_, digit) => `SELECT ${digit} AS n`).join(' UNION ALL ');
const NUMBERS = `SELECT a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n AS n FROM (${DIGITS}) a, (${DIGITS}) b, (${DIGITS}) c, (${DIGITS}) d, (SELECT 0 AS n UNION ALL SELECT 1 AS n) e`;

onEveryEngine('hints at indexes', ({ engine, project, prepare }) => {
  const lines: string[] = [];
  prepare(() => ({
    log: pino({ level: 'info', base: null }, { write: (line) => void lines.push(line) }),
    server: { responseCache: 0 },
  }));

  beforeAll(async () => {
    const fields = [
      id,
      text('title'),
      integer('minutes'),
      { ...integer('found'), index: true },
      status,
      toOne('small'),
    ];
    const indexes = [['status', 'paired']];
    const body = { field: 'body', type: 'string', datatype: 'TEXT' };
    await project.write('POST', '/collections', {
      collection: 'large',
      fields: [...fields, integer('paired'), body],
      indexes,
    });
    await project.write('POST', '/collections', {
      collection: 'small',
      fields: [id, integer('minutes'), toMany('many')],
    });
    const { database } = await project.opened();
    const run = (sql: string): Promise<unknown> => database.run({ text: sql, parameters: [] });
    await run(
      `INSERT INTO large (title, minutes, found, status, small) SELECT 'x', n % 60, n % 50, 'published', n % 9 FROM (${NUMBERS}) numbers`,
    );
    await run('INSERT INTO small (minutes) VALUES (1)');
    if (engine !== 'sqlite') await run(engine === 'mysql' ? 'ANALYZE TABLE large' : 'ANALYZE large');
    await addReader(project, READER);
    await project.write('POST', '/permissions', { collection: 'large', role: 3, read: 'full' });
    await hintsOn('/items/large?filter[minutes]=1', /hint/);
  });

  const noMySql = (...hints: string[]): string[] => (engine === 'mysql' ? [] : hints);

  async function timing(path: string, token?: string): Promise<string> {
    const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
    const answer = await project.fetch('GET', path, undefined, headers);
    expect(answer.status).toBe(200);
    return answer.headers.get('server-timing') ?? '';
  }

  /** The hints of a read, once they match `wanted`: sizes are read in the background. */
  async function hintsOn(path: string, wanted: RegExp): Promise<string[]> {
    for (let tries = 0; tries < 100; tries++) {
      if (wanted.test(await timing(path))) break;
      await new Promise((done) => setTimeout(done, 20));
    }
    return Array.from(
      (await timing(path)).matchAll(/hint;desc="(an|a text) index on ([^"]*) would help"/g),
      ([, which, on = '']) => (which === 'an' ? on : `${on} text`),
    );
  }

  it.each([
    ['filter[minutes]=7', ['large.minutes']],
    ['filter[minutes][gte]=59&filter[body][contains]=x', ['large.minutes']],
    ['filter[minutes][in]=7,8&sort=title', ['large.minutes']],
    ['sort=-minutes', ['large.minutes']],
    ['filter[status]=published&sort=minutes', ['large.minutes']],
    ['sort=title', engine === 'mysql' ? [] : ['large.title']],
    ['filter[title]=x', ['large.title']],
    ['filter[found]=7&sort=minutes', []],
    ['filter[found]=7&filter[minutes]=8', []],
    ['sort=found', []],
    ['filter[status]=published&filter[paired]=7', []],
    ['filter[status]=published&sort=paired', []],
    ['filter[status]=published', []],
    ['filter[minutes][neq]=7', []],
    ['filter[body]=x', []],
    ['filter[body][contains]=some', noMySql('large.body text')],
    ['filter[body][contains]=so', []],
    ['filter[body][ncontains]=some', []],
    ['filter[minutes]=7&filter[body][contains]=some', ['large.minutes', ...noMySql('large.body text')]],
    ['filter[found]=7&filter[body][contains]=some', []],
    ['q=some', noMySql('large.title text', 'large.status text', 'large.body text')],
    ['q=123', []],
    ['filter[id]=7', []],
    ['sort=-id', []],
    ['', []],
  ])('say of %s on a large table: %j', async (query, wanted) => {
    expect(await hintsOn(`/items/large?limit=5&${query}`, /./)).toEqual(wanted);
  });

  it('ignore small tables', async () => {
    await timing('/items/small?filter[minutes]=1');
    await new Promise((done) => setImmediate(done));
    expect(await hintsOn('/items/small?filter[minutes]=1', /./)).toEqual([]);
  });

  it('are for administrators, and logged once', async () => {
    expect(await timing('/items/large?filter[minutes]=7', READER)).not.toContain('hint');
    const said = lines.filter((line) => line.includes('an index on large.minutes would help'));
    expect(said).toHaveLength(1);
    expect(JSON.parse(said[0] ?? '')).toMatchObject({ project: project.key });
  });

  it('name the key of a list without an index, and stop when there is one', async () => {
    await project.write('POST', '/relations', {
      collection_many: 'large',
      field_many: 'small',
      collection_one: 'small',
      field_one: 'many',
    });
    expect(await hintsOn('/items/small?filter[many][gt]=0', /./)).toEqual([]);
    const { database } = await project.opened();
    const [index] =
      (await (await project.opened()).dialect.introspect(database))
        .find(({ name }) => name === 'large')
        ?.indexes?.filter(({ columns }) => columns[0] === 'small') ?? [];
    await database.run({
      text: engine === 'mysql' ? `DROP INDEX ${index?.name} ON large` : `DROP INDEX ${index?.name}`,
      parameters: [],
    });
    await project.write('PATCH', '/collections/large', { note: 'without' });
    expect(await hintsOn('/items/small?filter[many][gt]=0', /hint/)).toEqual(['large.small']);
    expect(await hintsOn('/items/small?fields=many.id&limit=1&filter[id]=99', /hint/)).toEqual(['large.small']);
    await project.write('PATCH', '/fields/large/small', { index: true });
    expect(await hintsOn('/items/small?filter[many][gt]=0', /./)).toEqual([]);
    await project.write('PATCH', '/fields/large/minutes', { index: true });
    expect(await hintsOn('/items/large?filter[minutes]=7', /./)).toEqual([]);
    if (engine === 'mysql') return;
    await project.write('PATCH', '/fields/large/body', { text_index: true });
    expect(await hintsOn('/items/large?filter[body][contains]=some', /./)).toEqual([]);
    expect(await hintsOn('/items/large?q=some', /hint/)).toEqual(['large.title text', 'large.status text']);
  });
});
