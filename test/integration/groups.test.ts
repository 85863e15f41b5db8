import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { zoneOffsets } from '../../src/shared/zone-offsets.ts';
import { manyRuns, thoroughly } from '../support/battery.ts';
import * as fields from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload, type TestProject } from '../support/project.ts';
import { addReader } from '../support/signing-in.ts';

const READER = 'the-token-of-the-reader';
const PARTS = ['year', 'quarter', 'month', 'week', 'weekyear', 'day', 'weekday', 'hour', 'date'] as const;
type Part = (typeof PARTS)[number];
const ZONES = [
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
];
const AUTHORS = [
  { name: 'Ada', status: 'published', fee: '5.50' },
  { name: 'Bo', status: 'deleted' },
  { name: 'ada', status: 'published' },
];
const NOTES: readonly Payload[] = [
  { title: 'plum', minutes: 4, price: '0.10', weight: 0.5, rank: '9223372036854775807', fresh: true, author: 1 },
  { title: 'Plum', minutes: 6, price: '0.20', weight: 0.25, rank: '9223372036854775807', fresh: false, author: 1 },
  { title: 'plüm', minutes: null, price: null, weight: null, rank: null, fresh: null, author: null },
  { title: 'plum', minutes: 7, price: '0.70', weight: 2, rank: '-5', fresh: true, author: 2, status: 'draft' },
  { title: null, minutes: 7, price: '-1.30', weight: 2, rank: '1', fresh: true, author: 3, status: 'draft' },
  { title: 'gone', minutes: 99, price: '99', weight: 99, rank: '99', fresh: true, author: 1, status: 'deleted' },
];
const COLUMNS: readonly Payload[] = [
  fields.id,
  fields.text('title'),
  { ...fields.integer('minutes'), signed: true },
  { field: 'rank', type: 'integer', datatype: 'BIGINT', length: 20, signed: true },
  { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '10,2' },
  { field: 'weight', type: 'decimal', datatype: 'DOUBLE' },
  { field: 'fresh', type: 'boolean', datatype: 'TINYINT', length: 1 },
  { field: 'day', type: 'date', datatype: 'DATE' },
  { field: 'moment', type: 'datetime', datatype: 'DATETIME' },
  { field: 'about', type: 'json', datatype: 'TEXT' },
  { field: 'labels', type: 'array', datatype: 'VARCHAR', length: 100 },
  { field: 'secret', type: 'hash', datatype: 'VARCHAR', length: 255 },
  fields.toOne('author'),
  fields.status,
];

interface Groups {
  readonly data: readonly Readonly<Record<string, Readonly<Record<string, unknown>>>>[];
  readonly meta?: unknown;
}

onEveryEngine('groups', ({ project }) => {
  beforeAll(() => furnish(project), 60_000);

  const groups = async (query: string, token: string | null = ADMIN_TOKEN): Promise<Groups['data']> => {
    const { status, text } = await project.get(`/items/notes?${query}`, token);
    expect(status, text).toBe(200);
    return (JSON.parse(text) as Groups).data;
  };
  const refused = async (query: string, token: string | null = ADMIN_TOKEN): Promise<string> => {
    const { status, text } = await project.get(`/items/notes?${query}`, token);
    const { error } = JSON.parse(text) as { error: { code: number; message: string } };
    return `${status} ${error?.code} ${error?.message}`;
  };

  it('count the rows and the values of each status that a list would have', async () => {
    expect(await groups('groupBy[]=status&aggregate[count][]=*&aggregate[count][]=minutes')).toEqual([
      { group: { status: 'draft' }, count: { '*': 2, minutes: 2 } },
      { group: { status: 'published' }, count: { '*': 3, minutes: 2 } },
    ]);
    expect(await groups('groupBy[]=status&aggregate[count]=*&status=*&sort=-count,status&limit=1&offset=1')).toEqual([
      { group: { status: 'draft' }, count: { '*': 2 } },
    ]);
  });

  it('compute sums and means exactly, and of nothing null', async () => {
    const all =
      'aggregate[sum]=minutes,rank,price&aggregate[avg]=minutes,price&aggregate[min]=price,rank&aggregate[max]=weight';
    expect(await groups(`${all}&aggregate[countDistinct]=title,fresh,minutes`)).toEqual([
      {
        group: {},
        sum: { minutes: 24, rank: '18446744073709551610', price: -0.3 },
        avg: { minutes: 6, price: -0.075 },
        min: { price: -1.3, rank: '-5' },
        max: { weight: 2 },
        countDistinct: { title: 3, fresh: 2, minutes: 3 },
      },
    ]);
    expect(
      await groups(
        'aggregate[count]=*,id&aggregate[sum]=minutes,price&aggregate[avg]=weight&aggregate[min]=day&filter[id]=0',
      ),
    ).toEqual([
      {
        group: {},
        count: { '*': 0, id: 0 },
        sum: { minutes: null, price: null },
        avg: { weight: null },
        min: { day: null },
      },
    ]);
    expect(await groups('groupBy=status&aggregate[sum]=rank&sort=-sum.rank')).toEqual([
      { group: { status: 'published' }, sum: { rank: '18446744073709551614' } },
      { group: { status: 'draft' }, sum: { rank: '-4' } },
    ]);
  });

  it('distinguish texts that a filter distinguishes, and null from false', async () => {
    expect(await groups('groupBy=title')).toEqual(
      ['Plum', 'plum', 'plüm', null].map((title) => ({ group: { title } })),
    );
    expect(await groups('groupBy=fresh&aggregate[count]=*')).toEqual([
      { group: { fresh: false }, count: { '*': 1 } },
      { group: { fresh: true }, count: { '*': 3 } },
      { group: { fresh: null }, count: { '*': 1 } },
    ]);
    expect(await groups('groupBy=price&sort=-price')).toEqual(
      [0.7, 0.2, 0.1, -1.3, null].map((price) => ({ group: { price } })),
    );
  });

  it('follow to-one relations to items that the caller may see', async () => {
    expect(await groups('groupBy=author.name,author&aggregate[count]=*&sort=-count')).toEqual([
      { group: { 'author.name': 'Ada', author: 1 }, count: { '*': 2 } },
      { group: { 'author.name': 'ada', author: 3 }, count: { '*': 1 } },
      { group: { 'author.name': null, author: 2 }, count: { '*': 1 } },
      { group: { 'author.name': null, author: null }, count: { '*': 1 } },
    ]);
  });

  it('keep null separate from the decimals of related items, in descending order too', async () => {
    expect(await groups('groupBy=author.fee&aggregate[countDistinct]=minutes&sort=-author.fee')).toEqual([
      { group: { 'author.fee': 5.5 }, countDistinct: { minutes: 2 } },
      { group: { 'author.fee': null }, countDistinct: { minutes: 1 } },
    ]);
  });

  it('are returned with metadata of groups', async () => {
    const { text } = await project.get('/items/notes?groupBy=status&meta=*', ADMIN_TOKEN);
    expect((JSON.parse(text) as Groups).meta).toEqual({ collection: 'notes', type: 'collection', result_count: 2 });
  });

  it('change with the items, although answers are cached', async () => {
    const query = 'aggregate[sum]=minutes&filter[title]=fresh';
    expect(await groups(query)).toEqual([{ group: {}, sum: { minutes: null } }]);
    const { id } = await project.write<{ id: number }>('POST', '/items/notes', { title: 'fresh', minutes: 3 });
    expect(await groups(query)).toEqual([{ group: {}, sum: { minutes: 3 } }]);
    await project.write('PATCH', `/items/notes/${id}`, { minutes: 5 });
    expect(await groups(query)).toEqual([{ group: {}, sum: { minutes: 5 } }]);
    await project.write('DELETE', `/items/notes/${id}`);
    expect(await groups(query)).toEqual([{ group: {}, sum: { minutes: null } }]);
  });

  it('split moments by calendar and clock in any time zone', { timeout: thoroughly(120_000) }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...ZONES), fc.integer({ min: 0, max: 1000 }), async (zone, seed) => {
        const moments = await momentsOf(zone, seed);
        await plantMoments(project, moments);
        for (const parts of [PARTS.slice(0, 4), PARTS.slice(4, 8), PARTS.slice(8)]) {
          const keys = parts.map((part) => `${part}(moment)`).join(',');
          const { status, text } = await project.get(
            `/items/moments?groupBy=moment,${keys}&tz=${zone}&limit=-1&_=${seed}`,
            ADMIN_TOKEN,
          );
          expect(status, text).toBe(200);
          expect((JSON.parse(text) as Groups).data, `in ${zone}`).toEqual(
            [...new Set(moments)].sort().map((moment) => ({ group: { moment, ...partsOf(moment, parts, zone) } })),
          );
        }
      }),
      { ...manyRuns(6), endOnFailure: true },
    );
  });

  it('split dates without a time zone', async () => {
    await plantMoments(project, ['2021-01-03 12:00:00']);
    const { text } = await project.get(
      `/items/moments?groupBy=${['year', 'quarter', 'month', 'week', 'weekyear'].map((part) => `${part}(day)`).join(',')}&tz=Asia/Tokyo&_=days`,
      ADMIN_TOKEN,
    );
    expect((JSON.parse(text) as Groups).data).toEqual([
      { group: { 'year(day)': 2021, 'quarter(day)': 1, 'month(day)': 1, 'week(day)': 53, 'weekyear(day)': 2020 } },
    ]);
  });

  it.each([
    ['aggregate=count', /^422 12 Write aggregate\[count\]/],
    ['aggregate[median][]=minutes', /^422 12 There is no aggregate "median": use one of count/],
    ['aggregate[sum][]=title', /^422 12 aggregate\[sum\] takes numbers, and "title" is of type string/],
    ['aggregate[sum][]=*', /^422 12 aggregate\[sum\] takes a field/],
    ['aggregate[sum][]=author', /^422 12 aggregate\[sum\] takes numbers/],
    ['aggregate[avg][]=fresh', /^422 12 aggregate\[avg\] takes numbers/],
    ['aggregate[min][]=title', /^422 12 aggregate\[min\] takes numbers, dates and times/],
    ['aggregate[count][]=nope', /^422 202 Invalid field "nope" in "notes"/],
    ['aggregate[count][]=about', /^422 12 aggregate\[count\] takes single values/],
    ['groupBy[]=nope', /^422 202 Invalid field "nope" in "notes"/],
    ['groupBy[]=author.nope', /^422 202 Invalid field "nope" in "authors"/],
    ['groupBy[]=title.name', /^422 12 groupBy "title.name" follows "title", which does not refer to one item/],
    ['groupBy[]=about', /^422 12 Items cannot be grouped by "about"/],
    ['groupBy[]=labels', /^422 12 Items cannot be grouped by "labels"/],
    ['groupBy[]=secret', /^422 12 Items cannot be grouped by "secret"/],
    ['groupBy[]=month(title)', /^422 12 month\(\) takes dates and moments/],
    ['groupBy[]=hour(day)', /^422 12 hour\(\) takes moments/],
    ['groupBy[]=decade(day)', /^422 12 groupBy has no function "decade": use one of year/],
    ['groupBy[]=day(moment)&tz=Madrid', /^422 12 There is no time zone "Madrid": write a name/],
    ['groupBy[]=day(moment)&tz=%2B02:00', /^422 12 There is no time zone/],
    ['groupBy[]=status&fields=id', /^422 12 Groups take no parameter fields/],
    ['groupBy[]=status&single=1', /^422 12 Groups take no parameter single/],
    ['groupBy[]=status&after=x', /^422 12 Groups take no parameter after: use offset or page/],
    ['groupBy[]=status&meta=page', /^422 12 Groups have no metadata "page"/],
    ['groupBy[]=status&sort=title', /^422 12 Groups have no order "title": sort by .* status$/],
    ['groupBy[]=status&sort=?', /^422 12 Groups have no order "\?"/],
    ['groupBy[]=status&export=csv', /^422 12 Groups are not exported/],
    ['groupBy[]=', /^422 12 Write aggregate/],
    ['groupBy=id,title,minutes,rank,price,weight', /^422 12 The query asks for more than 5 fields to group by/],
  ])('refuse %s with advice', async (query, message) => {
    expect(await refused(query)).toMatch(message);
  });

  it('are refused for lists that cannot be grouped', async () => {
    const at = async (path: string): Promise<number> => (await project.get(path, ADMIN_TOKEN)).status;
    expect(await at('/items/notes/1?groupBy=status')).toBe(422);
    expect(await at('/revisions?aggregate[count]=*')).toBe(422);
    expect(await at('/settings?aggregate[count]=*')).toBe(422);
    expect(await at('/users?aggregate[count]=*&groupBy=role')).toBe(200);
    expect(await at('/users?groupBy=token')).toBe(422);
    expect(await at('/users?groupBy=password')).toBe(403);
    await expect(project.write('POST', '/items/notes?groupBy=status', { title: 'x' })).rejects.toThrow();
    expect(await groups('aggregate[count]=*&filter[title]=x')).toEqual([{ group: {}, count: { '*': 0 } }]);
  });

  it('neither count, sum nor group what the caller may not see', async () => {
    const hidden = { read_field_blacklist: ['minutes'] };
    await permit(project, [
      { collection: 'notes', status: 'published', read: 'full', ...hidden },
      { collection: 'notes', status: 'draft', read: 'full', read_field_blacklist: ['weight', 'price'] },
      { collection: 'notes', status: 'deleted', read: 'none' },
    ]);
    expect(await groups('aggregate[count]=*,minutes,weight&aggregate[sum]=minutes,weight&status=*', READER)).toEqual([
      { group: {}, count: { '*': 5, minutes: 2, weight: 2 }, sum: { minutes: 14, weight: 0.75 } },
    ]);
    expect(await groups('aggregate[sum]=price&aggregate[avg]=price&status=*', READER)).toEqual([
      { group: {}, sum: { price: 0.3 }, avg: { price: 0.15 } },
    ]);
    expect(await groups('groupBy=minutes&aggregate[count]=*', READER)).toEqual([
      { group: { minutes: 7 }, count: { '*': 2 } },
      { group: { minutes: null }, count: { '*': 3 } },
    ]);
    expect(await refused('groupBy=author.name', READER)).toMatch(/^403 215/);
    await permit(project, [{ collection: 'notes', status: null, read: 'full', ...hidden }]);
    for (const query of ['aggregate[sum]=minutes', 'groupBy=minutes', 'aggregate[count]=*&filter[minutes]=7'])
      expect(await refused(query, READER), query).toMatch(/^403 215/);
    await permit(project, [{ collection: 'notes', status: null, read: 'none' }]);
    expect(await refused('aggregate[count]=*', READER)).toMatch(/^403 300/);
    expect(await refused('aggregate[count]=*', null)).toMatch(/^401 3/);
  });
});

async function furnish(project: TestProject): Promise<void> {
  await project.write('POST', '/collections', {
    collection: 'authors',
    fields: [
      fields.id,
      fields.text('name'),
      { field: 'fee', type: 'decimal', datatype: 'DECIMAL', length: '10,2' },
      fields.status,
    ],
  });
  await project.write('POST', '/collections', { collection: 'notes', fields: COLUMNS });
  await project.write('POST', '/collections', {
    collection: 'moments',
    fields: [
      fields.id,
      { field: 'moment', type: 'datetime', datatype: 'DATETIME' },
      { field: 'day', type: 'date', datatype: 'DATE' },
    ],
  });
  await project.write('POST', '/relations', {
    collection_many: 'notes',
    field_many: 'author',
    collection_one: 'authors',
    field_one: null,
  });
  await project.write('POST', '/items/authors', AUTHORS);
  await project.write('POST', '/items/notes', NOTES);
  await addReader(project, READER);
}

async function permit(project: TestProject, rows: readonly Payload[]): Promise<void> {
  const opened = await project.opened();
  await opened.database.run({ text: 'DELETE FROM directus_permissions', parameters: [] });
  await project.write(
    'POST',
    '/permissions',
    rows.map((row) => ({ ...row, role: 3 })),
  );
}

async function plantMoments(project: TestProject, moments: readonly string[]): Promise<void> {
  const { database, dialect } = await project.opened();
  await database.run({ text: 'DELETE FROM moments', parameters: [] });
  const text = dialect.printer.insert({ table: 'moments', columns: ['moment', 'day'], rows: moments.length }, null);
  await database.run({ text, parameters: moments.flatMap((moment) => [moment, moment.slice(0, 10)]) });
}

const stored = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** Timestamps around clock changes, and some random ones. */
async function momentsOf(zone: string, seed: number): Promise<string[]> {
  const changes = (await zoneOffsets(zone)).map(({ from }) => from).filter(Number.isFinite);
  const some = changes.filter((_, index) => index % 7 === seed % 7).slice(0, 40);
  const random = fc.sample(fc.integer({ min: Date.UTC(1900, 0, 2), max: Date.UTC(2099, 11, 30) }), {
    seed,
    numRuns: 60,
  });
  return [...some.flatMap((at) => [at - 1000, at, at + 1000]), ...random].map(stored);
}

/** What `Intl` makes of a timestamp. */
function partsOf(moment: string, parts: readonly Part[], zone: string): Record<string, number | string> {
  const form = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    hourCycle: 'h23',
    dateStyle: 'short',
    timeStyle: 'medium',
  });
  const local = form.format(new Date(`${moment.replace(' ', 'T')}Z`));
  return Object.fromEntries(parts.map((part) => [`${part}(moment)`, partOf(local, part)]));
}

function partOf(local: string, part: Part): number | string {
  const day = local.slice(0, 10);
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const at = Date.parse(`${day}T00:00:00Z`);
  const weekday = new Date(at).getUTCDay() || 7;
  const thursday = new Date(at + (4 - weekday) * 86_400_000);
  const weekyear = thursday.getUTCFullYear();
  const week = Math.floor((thursday.getTime() - Date.UTC(weekyear, 0, 1)) / (7 * 86_400_000)) + 1;
  const parts = { year, quarter: Math.ceil(month / 3), month, week, weekyear, day: date, weekday, date: day };
  return part === 'hour' ? Number(local.slice(11, 13)) : parts[part];
}
