import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { manyRuns, SEED, thoroughly } from '../support/battery.ts';
import * as fields from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload, type TestProject } from '../support/project.ts';
import { addReader } from '../support/signing-in.ts';

const ROWS = 60;
const READER = 'the-token-of-the-reader';
const TEXTS = ['apple', 'Apple', 'APPLE', 'äpfel', 'Äpfel', '', ' a', 'a b', '日本', '😀', "O'B", '10', null];
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  title: TEXTS,
  label: ['zebra', 'apple', 'Apple', 'APPLE', 'äpfel', null],
  views: [-3, 0, 1, 2, 1_000_000, null],
  rank: ['-9007199254740993', '9007199254740993', '9007199254740992', 5, null],
  price: ['0.10', '1.50', '-2.25', '10.05', null],
  ratio: [0.1, 1.1, -3.25, 16777217, null],
  featured: [true, false],
  day: ['2020-02-29', '1999-12-31', null],
  moment: ['2020-02-29 23:59:59', '2020-02-29 00:00:00', null],
  hour: ['01:15:00', '23:00:00', null],
  status: ['published', 'draft', 'deleted'],
};
const SORTED = ['id', ...Object.keys(VALUES)];
const COLUMNS: readonly Payload[] = [
  fields.id,
  fields.text('title'),
  {
    field: 'label',
    type: 'string',
    datatype: 'ENUM',
    length: "'zebra','apple','Apple','APPLE','äpfel'",
  },
  { ...fields.integer('views'), signed: true },
  { field: 'rank', type: 'integer', datatype: 'BIGINT', length: 20, signed: true },
  { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '10,2' },
  { field: 'ratio', type: 'decimal', datatype: 'FLOAT' },
  { field: 'featured', type: 'boolean', datatype: 'TINYINT', length: 1 },
  { field: 'day', type: 'date', datatype: 'DATE' },
  { field: 'moment', type: 'datetime', datatype: 'DATETIME' },
  { field: 'hour', type: 'time', datatype: 'TIME' },
  fields.status,
];

interface Listed {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly cursor: { readonly after: string | null; readonly before: string | null } };
}

const sorts = fc
  .uniqueArray(fc.constantFrom(...SORTED), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
  .map((terms) => terms.join(','));
const narrowings = fc.constantFrom('', '&filter[views][gte]=0', '&status=*', '&q=a', '&filter[title][nnull]=1');
const lists = fc.record({
  sort: sorts,
  narrowing: narrowings,
  limit: fc.integer({ min: 1, max: 25 }),
  admin: fc.boolean(),
});

onEveryEngine(`paging by cursor with seed ${SEED}`, ({ project }) => {
  beforeAll(() => furnish(project));

  const list = async (query: string, token = ADMIN_TOKEN): Promise<Listed> => {
    const { status, text } = await project.get(`/items/things?fields=id&${query}`, token);
    expect([status, status === 200 ? '' : text], decodeURIComponent(query)).toEqual([200, '']);
    return JSON.parse(text) as Listed;
  };
  const ids = ({ data }: Listed): number[] => data.map(({ id }) => id);

  for (const nullsLast of ['1', '0']) {
    it(`yields the complete list in order, in both directions, with sort_null_last ${nullsLast}`, {
      timeout: thoroughly(60_000),
    }, async () => {
      await setNullsLast(project, nullsLast);
      await fc.assert(
        fc.asyncProperty(lists, async ({ sort, narrowing, limit, admin }) => {
          const token = admin ? ADMIN_TOKEN : READER;
          const asked = `sort=${sort}${narrowing}`;
          const whole = ids(await list(`${asked}&limit=-1`, token));
          const there: number[] = [];
          let page = await list(`${asked}&limit=${limit}&meta=cursor`, token);
          expect(page.meta.cursor.before).toBeNull();
          there.push(...ids(page));
          while (page.meta.cursor.after !== null && there.length <= whole.length) {
            page = await list(`${asked}&limit=${limit}&meta=cursor&after=${page.meta.cursor.after}`, token);
            there.push(...ids(page));
          }
          expect(there, asked).toEqual(whole);
          const back = [...ids(page)];
          while (page.meta.cursor.before !== null && back.length <= whole.length) {
            page = await list(`${asked}&limit=${limit}&meta=cursor&before=${page.meta.cursor.before}`, token);
            back.unshift(...ids(page));
          }
          expect(back, asked).toEqual(whole);
        }),
        manyRuns(40),
      );
    });
  }

  it('neither skips nor repeats a row while others are inserted and deleted', async () => {
    const staying = new Set(ids(await list('limit=-1&status=*')));
    const seen: number[] = [];
    let page = await list('sort=-views,title&status=*&limit=7&meta=cursor');
    for (;;) {
      const shown = ids(page);
      seen.push(...shown);
      const [first, last] = [shown[0], shown.at(-1)];
      const { after } = page.meta.cursor;
      if (after === null || seen.length > 10 * ROWS) break;
      for (const id of [first, last]) {
        await project.write('DELETE', `/items/things/${id}`);
        if (!seen.includes(id ?? 0)) staying.delete(id ?? 0);
      }
      await project.write('POST', '/items/things', [{ views: 1, title: 'new' }, { views: null }, { views: 2_000_000 }]);
      page = await list(`sort=-views,title&status=*&limit=7&meta=cursor&after=${after}`);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => staying.has(id)).sort(ascending)).toEqual([...staying].sort(ascending));
  });

  it('continues to the end, and to the beginning, without a limit', async () => {
    const whole = ids(await list('sort=title&limit=-1'));
    const { after } = (await list('sort=title&limit=5&meta=cursor')).meta.cursor;
    const rest = await list(`sort=title&limit=-1&meta=cursor&after=${after}`);
    expect([ids(rest), rest.meta.cursor.after]).toEqual([whole.slice(5), null]);
    const before = await list(`sort=title&limit=-1&meta=cursor&before=${rest.meta.cursor.before}`);
    expect([ids(before), before.meta.cursor.before]).toEqual([whole.slice(0, 5), null]);
  });

  it('returns cursors only on request', async () => {
    const { text } = await project.get('/items/things?meta=*', ADMIN_TOKEN);
    expect(text).not.toContain('cursor');
    const all = await list('meta=*,cursor&limit=3');
    expect(Object.keys(all.meta)).toEqual(expect.arrayContaining(['total_count', 'page', 'cursor']));
  });

  it('works on system lists', async () => {
    const first = await project.get('/activity?fields=id&limit=5&meta=cursor', ADMIN_TOKEN);
    const { after } = (JSON.parse(first.text) as Listed).meta.cursor;
    const next = await project.get(`/activity?fields=id&limit=1&after=${after}`, ADMIN_TOKEN);
    const sixth = await project.get('/activity?fields=id&limit=1&offset=5', ADMIN_TOKEN);
    expect(next.text).toBe(sixth.text);
  });

  const forged = (values: readonly unknown[]): string => Buffer.from(JSON.stringify(values)).toString('base64url');
  it('refuses an invalid cursor', async () => {
    const { after } = (await list('sort=views&limit=3&meta=cursor')).meta.cursor;
    const [signature] = JSON.parse(Buffer.from(after ?? '', 'base64url').toString()) as string[];
    const refused = [
      `after=${after}&sort=-views`,
      `after=${after}&sort=title`,
      `after=${after}&before=${after}&sort=views`,
      `after=${after}&sort=views&offset=0`,
      `after=${after}&sort=views&page=2&limit=2`,
      `after=${after}&sort=?`,
      'meta=cursor&sort=?',
      'after=nonsense',
      'after[]=x',
      'before=%F0%9F%98%80',
      ...[['x', 1], [1, 'x'], ['9'.repeat(300), 1], [1.5, 1], [null, null], [{}, 1], [1], []].map(
        (values) => `sort=views&after=${forged([signature, ...values])}`,
      ),
    ];
    for (const query of refused) {
      const { status, text } = await project.get(`/items/things?${query}`, ADMIN_TOKEN);
      const { error } = JSON.parse(text) as { error?: { code: number } };
      expect([status, error?.code], `${query} ${text}`).toEqual([422, 12]);
    }
    const { status } = await project.get(`/users?after=${after}&sort=-id`, ADMIN_TOKEN);
    expect(status).toBe(422);
  });

  it('refuses a date that does not exist', async () => {
    const { after } = (await list('sort=day&limit=1&meta=cursor')).meta.cursor;
    const [signature] = JSON.parse(Buffer.from(after ?? '', 'base64url').toString()) as string[];
    const { status } = await project.get(
      `/items/things?sort=day&after=${forged([signature, '2020-99-99', 1])}`,
      ADMIN_TOKEN,
    );
    expect([200, 422]).toContain(status);
  });

  it('reveals no key that the caller may not see', async () => {
    const { status, text } = await project.get('/items/secrets?meta=cursor', READER);
    expect([status, JSON.parse(text).error.code]).toEqual([403, 215]);
  });
});

const ascending = (a: number, b: number): number => a - b;

async function furnish(project: TestProject): Promise<void> {
  await project.write('POST', '/collections', { collection: 'things', fields: COLUMNS });
  await project.write('POST', '/collections', { collection: 'secrets', fields: [fields.id, fields.text('title')] });
  await addReader(project, READER);
  const statuses = ['published', 'draft', 'deleted'].map((status) => ({
    collection: 'things',
    status,
    read: 'full',
    role: 3,
  }));
  const hiding = [[], ['title', 'views', 'price', 'ratio', 'moment', 'rank'], []];
  await project.write(
    'POST',
    '/permissions',
    statuses.map((row, index) => ({ ...row, read_field_blacklist: hiding[index] })),
  );
  await project.write('POST', '/permissions', {
    collection: 'secrets',
    read: 'full',
    read_field_blacklist: ['id'],
    role: 3,
  });
  const row = fc.record(
    Object.fromEntries(Object.entries(VALUES).map(([name, values]) => [name, fc.constantFrom(...values)])),
  );
  await project.write('POST', '/items/things?activity_skip=1', fc.sample(row, { seed: SEED, numRuns: ROWS }));
}

async function setNullsLast(project: TestProject, value: string): Promise<void> {
  const [setting] = await project.read<{ id: number }[]>('/settings?filter[key]=sort_null_last');
  await project.write('PATCH', `/settings/${setting?.id}`, { value });
}
