import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WrittenList } from '../../../src/persistence/read/written-list.ts';
import { id, integer, status, text, toOne } from '../../support/fields.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload } from '../../support/project.ts';

const ASCII = Array.from({ length: 0x7f }, (_, index) => String.fromCharCode(index + 1)).join('');
const TEXTS = [
  '',
  ' ',
  ASCII,
  `"\\'\`\n`,
  '\u2028\u2029\u0080\ufeff',
  'Übermäßig ça été',
  '🍐👩‍👩‍👧',
  '{"a":[1]}',
  '\\u0041',
  'null',
];
const LISTS = [[], ['one'], ['one', 'two', ''], ['"quoted"', "it's", '\\', 'ü', '🍐', '\n', ' ']];

const typed = (field: string, type: string, datatype: string): Payload => ({ field, type, datatype });

const FIELDS: readonly Payload[] = [
  id,
  status,
  text('title', { length: 255 }),
  typed('body', 'string', 'TEXT'),
  { ...integer('minutes'), signed: true, index: true },
  { field: 'flag', type: 'boolean', datatype: 'TINYINT', length: 1 },
  typed('words', 'array', 'TEXT'),
  { ...typed('day', 'date', 'DATE'), index: true },
  typed('hour', 'time', 'TIME'),
  { ...typed('moment', 'datetime', 'DATETIME'), index: true },
  toOne('parent'),
];

const ITEMS: readonly Payload[] = Array.from({ length: 40 }, (_, index) => ({
  status: index % 7 === 0 ? 'draft' : 'published',
  title: TEXTS[index % TEXTS.length],
  body: index % 5 === 0 ? null : `${TEXTS[(index * 3) % TEXTS.length]}${index}`,
  minutes: [null, 0, -7, 2147483647, index][index % 5],
  flag: [null, true, false][index % 3],
  words: LISTS[index % LISTS.length],
  day: index % 4 === 0 ? null : `2024-02-${String((index % 28) + 1).padStart(2, '0')}`,
  hour: index % 6 === 0 ? null : '07:08:09',
  moment: index % 8 === 0 ? null : '2024-02-29 23:59:59',
  parent: index % 9 === 0 ? null : index,
}));

const RELATION = { collection_many: 'posts', field_many: 'parent', collection_one: 'posts' };
const WIDE = Array.from({ length: 90 }, (_, index) => `f${index}`);

describe('lists that the database writes as JSON', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { responseCache: 0 } }));
  const statements = vi.spyOn(WrittenList.prototype, 'statements');
  const pause = vi.spyOn(WrittenList.prototype, 'pause').mockReturnValue(undefined);
  afterAll(() => {
    statements.mockRestore();
    pause.mockRestore();
  });

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'posts', fields: FIELDS });
    await project.write('POST', '/relations', RELATION);
    await project.write('POST', '/items/posts', ITEMS);
    const wide = WIDE.map((name) => text(name));
    await project.write('POST', '/collections', { collection: 'wide', fields: [id, ...wide] });
    const row = Object.fromEntries(WIDE.map((name) => [name, `"${name}"`]));
    await project.write('POST', '/items/wide', [row, {}]);
  });

  /** Runs statements as another program would. */
  async function byHand(...sql: string[]): Promise<void> {
    const file = new DatabaseSync(fileOf());
    for (const each of sql) file.exec(each);
    file.close();
  }

  async function allowValues(most: number | null): Promise<void> {
    const [setting] = await project.read<{ id: number }[]>('/settings?filter[key]=octavo_max_values');
    const value = String(most ?? '');
    if (setting) await project.write('PATCH', `/settings/${setting.id}`, { value });
    else await project.write('POST', '/settings', { key: 'octavo_max_values', value });
  }

  const fileOf = (): string => `${server.data}/databases/${project.key}.db`;

  /** A list as the server returns it, and as it looks when each of its items is serialized separately. */
  async function both(path: string, token: string | null = ADMIN_TOKEN) {
    statements.mockClear();
    pause.mockClear();
    const given = await project.ask('GET', path, undefined, token);
    const isWritten = statements.mock.results.some(({ value }) => value !== null) && pause.mock.calls.length === 0;
    statements.mockReturnValue(null);
    const ofRows = await project.ask('GET', path, undefined, token);
    statements.mockReset();
    expect(given.text).toBe(JSON.stringify(given.body));
    return { given, ofRows, isWritten };
  }

  it.each([
    '/items/posts',
    '/items/posts?limit=1000',
    '/items/posts?limit=0',
    '/items/posts?fields=title&limit=40',
    '/items/posts?fields=words,flag,id,minutes&limit=40',
    '/items/posts?fields=-body,*&limit=40&status=*',
    '/items/posts?sort=-minutes&limit=9&page=2&meta=*',
    '/items/posts?filter[title]=nothing&limit=5',
    '/items/posts?filter[minutes][gte]=0&q=2&limit=5&meta=*',
    '/items/posts?limit=5&meta=cursor&sort=-day,minutes',
    '/items/posts?limit=5&unknown=1&meta=result_count,cursor',
    '/items/wide?limit=5',
    '/items/wide?fields=f70,f3&limit=1',
    '/users?fields=id,email,last_name&limit=5',
  ])('%s', async (path) => {
    const { given, ofRows, isWritten } = await both(path);
    expect(given.status).toBe(200);
    expect(given.text).toBe(ofRows.text);
    expect(isWritten).toBe(true);
  });

  it.each([
    '/items/posts?single=1',
    '/items/posts?limit=-1',
    '/items/posts?fields=id,parent.*&limit=5',
    '/items/posts?sort=body,-title&limit=7&offset=5',
    '/items/posts?sort=?&limit=0',
    '/items/posts?aggregate[count]=*',
    '/items/posts/1,2,3?fields=title',
    '/users?fields=id,2fa_secret&limit=5',
    '/revisions?limit=5',
    '/revisions?fields=id,item&limit=5',
  ])('%s is written by the server', async (path) => {
    const { given, ofRows, isWritten } = await both(path);
    expect(given.text).toBe(ofRows.text);
    expect(isWritten).toBe(false);
  });

  it.each(['sort=-moment,title', 'sort=day', 'sort=minutes&status=*', 'sort=-id'])(
    'continues from the ends of pages by %s',
    async (parameters) => {
      const pages: string[] = [];
      for (let next = '', count = 0; next !== 'null' && count < 8; count++) {
        const path = `/items/posts?limit=6&meta=cursor&${parameters}${next && `&after=${next}`}`;
        const { given, ofRows, isWritten } = await both(path);
        expect(given.text).toBe(ofRows.text);
        expect(isWritten).toBe(true);
        pages.push(given.text);
        const { meta } = given.body as { meta?: { cursor: { after: string | null; before: string | null } } };
        next = String(meta?.cursor.after);
        if (!meta?.cursor.before) continue;
        const back = await both(`/items/posts?limit=6&meta=cursor&${parameters}&before=${meta.cursor.before}`);
        expect(back.given.text).toBe(back.ofRows.text);
        expect(back.isWritten).toBe(true);
      }
      expect(new Set(pages).size).toBeGreaterThan(5);
    },
  );

  it('refuses a cursor and a name as usual', async () => {
    for (const path of ['/items/posts?after=x', '/items/posts?fields=nowhere', '/items/nothing']) {
      const { given, ofRows } = await both(path);
      expect(given.status).toBeGreaterThanOrEqual(400);
      expect(given.text).toBe(ofRows.text);
    }
  });

  it('leaves fields that roles see only with some statuses to the server', async () => {
    const permission = { collection: 'posts', role: 2, read: 'full' };
    await project.write('POST', '/permissions', {
      ...permission,
      status: 'published',
      read_field_blacklist: ['title'],
    });
    await project.write('POST', '/permissions', { ...permission, status: 'draft', read_field_blacklist: ['body'] });
    const hidden = await both('/items/posts?fields=id,title,body&limit=40', null);
    expect(hidden.given.status).toBe(200);
    expect(hidden.given.text).toBe(hidden.ofRows.text);
    expect(hidden.given.body.public).toBe(true);
    expect(hidden.isWritten).toBe(false);
    const plain = await both('/items/posts?fields=minutes,words&limit=40', null);
    expect(plain.given.text).toBe(plain.ofRows.text);
    expect(plain.given.text).toMatch(/,"public":true\}$/);
    expect(plain.isWritten).toBe(true);
  });

  it('refuses as many values as usual', async () => {
    for (const most of [38, 39, 40, 60]) {
      await allowValues(most);
      const { given, ofRows } = await both('/items/posts?fields=id,minutes,flag&limit=13');
      expect([most, given.text]).toEqual([most, ofRows.text]);
      expect(given.status === 200).toBe(most > 38);
    }
    await allowValues(null);
  });

  it('leaves lists whose answer is sent in chunks to the server', async () => {
    await project.write('PATCH', '/items/posts/1', { body: 'x'.repeat(3_000_000) });
    const { given, ofRows, isWritten } = await both('/items/posts?sort=id&status=*&limit=5');
    expect(given.text).toBe(ofRows.text);
    expect(isWritten).toBe(false);
    await project.write('PATCH', '/items/posts/1', { body: null });
  });

  it.each([
    ['an integer that numbers do not hold', 'minutes = 9007199254740993', false],
    ['the largest integer that they do', 'minutes = 9007199254740991', true],
    ['a fraction in a column of integers', 'minutes = 2.5', false],
    ['a text in a column of integers', "minutes = 'ten'", false],
    ['a text in a column of truths', "flag = '1x'", false],
    ['two as a truth', 'flag = 2', true],
    ['bytes in a column of texts', "title = x'00ff41'", false],
    ['bytes in a list', "words = x'412c42'", false],
    ['a text that ends at a zero byte', "title = 'a' || char(0) || 'b'", false],
    ['a text that is no UTF-8', "title = CAST(x'61ff62c3' AS TEXT)", true],
    ['a number in a column of dates', 'day = 20240229', true],
  ])('%s', async (_title, change, written) => {
    await byHand(
      'BEGIN',
      'CREATE TABLE kept AS SELECT * FROM posts WHERE id = 3',
      `UPDATE posts SET ${change} WHERE id = 3`,
      'COMMIT',
    );
    const { given, ofRows, isWritten } = await both('/items/posts?limit=40');
    expect(given.text).toBe(ofRows.text);
    expect(isWritten).toBe(written);
    await byHand(
      'BEGIN',
      'DELETE FROM posts WHERE id = 3',
      'INSERT INTO posts SELECT * FROM kept',
      'DROP TABLE kept',
      'COMMIT',
    );
  });
});
