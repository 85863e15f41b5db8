import { beforeAll, describe, expect, it } from 'vitest';
import { id, integer, text, toMany, toOne } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answered } from '../../support/project.ts';

const codeOf = ({ status, body }: Answered): readonly [number, unknown] => [status, body.error?.code];

onEveryEngine('the letter of a request', ({ project }) => {
  const data = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const answer = await project.ask(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body.data;
  };
  const make = (collection: string, fields: readonly object[]) => data('POST', '/collections', { collection, fields });
  beforeAll(async () => {
    await make('countries', [text('code', { primary_key: true }), text('name', { required: true }), toMany('towns')]);
    await make('towns', [id, text('name'), text('land', { type: 'm2o' }), integer('place', 'sort')]);
    await make('posts', [id, text('title'), text('land', { type: 'm2o' }), toOne('author'), integer('number')]);
    await data('POST', '/relations', [
      { collection_many: 'posts', field_many: 'land', collection_one: 'countries' },
      { collection_many: 'posts', field_many: 'author', collection_one: 'directus_users' },
      { collection_many: 'towns', field_many: 'land', collection_one: 'countries', field_one: 'towns' },
    ]);
  });

  describe('a nested item', () => {
    it('is created with a key chosen by the client, and changed with that key from then on', async () => {
      const asked = 'fields=land.code,land.name';
      const first = await data('POST', `/items/posts?${asked}`, { land: { code: 'DK', name: 'Denmark' } });
      expect(first).toEqual({ land: { code: 'DK', name: 'Denmark' } });
      const again = await data('POST', `/items/posts?${asked}`, { land: { code: 'DK', name: 'Danmark' } });
      expect(again).toEqual({ land: { code: 'DK', name: 'Danmark' } });
    });

    it('in a list is, too', async () => {
      await make('letters', [text('sign', { primary_key: true }), toOne('word')]);
      await make('words', [id, toMany('letters')]);
      const relation = {
        collection_many: 'letters',
        field_many: 'word',
        collection_one: 'words',
        field_one: 'letters',
      };
      await data('POST', '/relations', relation);
      const word = await data('POST', '/items/words?fields=letters.sign', { letters: [{ sign: 'a' }, { sign: 'b' }] });
      expect(word).toEqual({ letters: [{ sign: 'a' }, { sign: 'b' }] });
      expect((await project.ask('POST', '/items/words', { letters: ['c'] })).status).toBe(404);
    });

    it('is refused completely if a required value is missing', async () => {
      const before = await project.digest();
      expect(codeOf(await project.ask('POST', '/items/posts', { land: { code: 'SE' } }))).toEqual([422, 4]);
      expect(await project.digest()).toBe(before);
    });

    it('with an auto-increment key must exist', async () => {
      const towns = { name: 'Norway', code: 'NO', towns: [{ id: 4711, name: 'Oslo' }] };
      expect(codeOf(await project.ask('POST', '/items/countries', towns))).toEqual([404, 203]);
    });
  });

  it('returns a written list in the order in which it was sent', async () => {
    const sent = [3, 1, 2].map((place) => ({ name: `town ${place}`, place }));
    const names = sent.map(({ name }) => ({ name }));
    expect(await data('POST', '/items/towns?fields=name', sent)).toEqual(names);
    const made = (await data('GET', '/items/towns?sort=-place&fields=id,name')) as { id: number; name: string }[];
    const backwards = await data(
      'PATCH',
      '/items/towns?fields=name',
      made.map(({ id }) => ({ id, place: 9 })),
    );
    expect(backwards).toEqual(made.map(({ name }) => ({ name })));
    const keys = made.map((town) => town.id).join(',');
    expect(await data('PATCH', `/items/towns/${keys}?fields=name`, { place: 1 })).toEqual(backwards);
  });

  it('returns all of a long written list', async () => {
    const sent = Array.from({ length: 230 }, (_, index) => ({ title: `long ${index}` }));
    expect(await data('POST', '/items/posts?fields=title', sent)).toEqual(sent);
  });

  it.each(['null', 'undefined', '%2B'])('finds nothing by the key %s that clients send for a new item', async (key) => {
    for (const condition of [
      `[author][eq]=${key}`,
      `[author]=${key}`,
      `[id][in]=${key}`,
      `[author.id][eq]=${key}`,
      `[land]=${key}`,
    ])
      expect(await data('GET', `/items/posts?filter${condition}`)).toEqual([]);
  });

  it('still refuses text for a number that is not a key', async () => {
    expect(codeOf(await project.ask('GET', '/items/posts?filter[number][eq]=null'))).toEqual([422, 4]);
  });

  it('parses a filter in JSON like one in brackets', async () => {
    await data('POST', '/items/posts', [
      { title: 'json', number: 7 },
      { title: '{"a":1}', number: 8 },
    ]);
    const asked = async (filter: string) =>
      data('GET', `/items/posts?fields=number&sort=id&filter${encodeURI(filter)}`);
    for (const filter of [
      '={"title":{"eq":"json"}}',
      '={"title":"json"}',
      '={"number":{"in":[7]}}',
      '[title]={"eq":"json"}',
      '={"title":{"like":"jso"},"number":{"lt":8}}',
    ])
      expect(await asked(filter)).toEqual([{ number: 7 }]);
    expect(await asked('[title]={"a":1}')).toEqual([{ number: 8 }]);
    expect(await asked('={"title":{"eq":"json"},"author":{"eq":null}}')).toEqual([{ number: 7 }]);
    expect(codeOf(await project.ask('GET', '/items/posts?filter={"title":{"is":"x"}}'))).toEqual([422, 214]);
  });

  describe('a permission of a role, collection and status that has one', () => {
    it('is changed by a second creation, and no other row may become the same', async () => {
      const row = { role: 2, collection: 'posts', read: 'full' };
      const first = (await data('POST', '/permissions', row)) as { id: number };
      const second = await data('POST', '/permissions', [{ ...row, read: 'none', create: 'full' }]);
      expect(second).toEqual([expect.objectContaining({ id: first.id, read: 'none', create: 'full' })]);
      const other = (await data('POST', '/permissions', { ...row, collection: 'towns' })) as { id: number };
      const moved = await project.ask('PATCH', `/permissions/${other.id}`, { collection: 'posts' });
      expect([...codeOf(moved), moved.text]).toEqual([409, 204, expect.stringContaining(String(first.id))]);
      expect(await data('PATCH', `/permissions/${other.id}`, { collection: 'towns', read: 'mine' })).toMatchObject({
        read: 'mine',
      });
    });

    it('is the one that a new role gets', async () => {
      const role = (await data('POST', '/roles', { name: 'editors' })) as { id: number };
      await data('POST', '/permissions', { role: role.id, collection: 'directus_files', read: 'mine' });
      const rows = await data(
        'GET',
        `/permissions?filter[role]=${role.id}&filter[collection]=directus_files&fields=read`,
      );
      expect(rows).toEqual([{ read: 'mine' }]);
    });
  });

  describe('the definition of a field', () => {
    beforeAll(() => make('things', [id, text('name')]));
    const shape = async (method: string, path: string, body: object): Promise<unknown> => {
      const { datatype, length, signed } = (await data(method, path, body)) as Record<string, unknown>;
      return [datatype, length, signed];
    };

    it.each([
      ['string', 'VARCHAR', '255', true],
      ['integer', 'INT', '10', true],
      ['decimal', 'DECIMAL', '10,2', true],
      ['boolean', 'TINYINT', '3', true],
      ['datetime', 'DATETIME', null, true],
      ['date', 'DATE', null, true],
      ['time', 'TIME', null, true],
      ['json', 'TEXT', null, true],
      ['array', 'VARCHAR', '255', true],
      ['m2o', 'INT', '10', false],
      ['file', 'INT', '10', false],
      ['uuid', 'VARCHAR', '36', true],
    ])('of the type %s takes what it leaves out from its type', async (type, ...shown) => {
      expect(await shape('POST', '/fields/things', { field: `a_${type}`, type })).toEqual(shown);
    });

    it('accepts a length of its datatype, but not zero', async () => {
      expect(await shape('POST', '/fields/things', { field: 'b', type: 'string', datatype: 'VARCHAR' })).toEqual([
        'VARCHAR',
        '255',
        true,
      ]);
      expect(
        await shape('POST', '/fields/things', { field: 'c', type: 'decimal', datatype: 'DECIMAL', signed: true }),
      ).toEqual(['DECIMAL', '10,2', true]);
      for (const length of [0, '0']) {
        const zero = { field: 'd', type: 'string', datatype: 'VARCHAR', length };
        expect(codeOf(await project.ask('POST', '/fields/things', zero))).toEqual([422, 402]);
        expect(codeOf(await project.ask('PATCH', '/fields/things/name', { length }))).toEqual([422, 402]);
      }
    });

    it('keeps its column under another type that fits, and otherwise gets one of the type', async () => {
      expect(await shape('PATCH', '/fields/things/name', { type: 'slug' })).toEqual(['VARCHAR', '100', true]);
      await data('POST', '/items/things', { name: '12' });
      expect(await shape('PATCH', '/fields/things/name', { type: 'integer' })).toEqual(['INT', '10', true]);
      expect(await data('GET', '/items/things?fields=name')).toEqual([{ name: 12 }]);
    });

    it('keeps its length if it only names its datatype', async () => {
      await data('POST', '/fields/things', text('kept', { length: 33 }));
      const change = { datatype: 'VARCHAR', length: null };
      expect(await shape('PATCH', '/fields/things/kept', change)).toEqual(['VARCHAR', '33', true]);
    });

    it('reports the first value that violates it, alone and in a list alike', async () => {
      await make('rows', [id, text('a'), text('b')]);
      await data('POST', '/items/rows', [{ a: 'x', b: 'y' }, { a: 'x' }]);
      for (const [path, body, says] of [
        ['/fields/rows/a', { unique: true }, '"x"'],
        ['/fields/rows', [{ field: 'a', unique: true }], '"x"'],
        ['/fields/rows/b', { required: true }, 'item "2"'],
        [
          '/fields/rows',
          [
            { field: 'a', note: 'n' },
            { field: 'b', required: true },
          ],
          'item "2"',
        ],
      ] as const) {
        const answer = await project.ask('PATCH', path, body);
        expect([...codeOf(answer), answer.text]).toEqual([
          422,
          404,
          expect.stringContaining(JSON.stringify(says).slice(1, -1)),
        ]);
      }
    });
  });

  it('searches everything that people see as text or number', async () => {
    const more = ['status', 'lang', 'date', 'time', 'datetime', 'array', 'json', 'decimal', 'hash'];
    await make('all', [
      id,
      ...more.map((type) => ({ field: `f_${type}`, type })),
      { field: 'f_boolean', type: 'boolean' },
    ]);
    const item = {
      f_status: 'waiting',
      f_lang: 'nds',
      f_date: '2031-02-03',
      f_time: '04:05:06',
      f_datetime: '2032-12-11 10:09:08',
      f_array: ['apple', 'pear'],
      f_json: { deep: 'Plum' },
      f_decimal: 98.76,
      f_hash: 'secret',
    };
    await data('POST', '/items/all', item);
    const found = async (q: string) =>
      ((await data('GET', `/items/all?q=${encodeURIComponent(q)}`)) as unknown[]).length;
    for (const q of ['aiTi', 'nds', '2031-02', '04:05:06', '2032-12-11 10:09', 'pear', 'plum', '98.76'])
      expect([q, await found(q)]).toEqual([q, 1]);
    expect(await found('$2y$')).toBe(0);
    expect(await found('nowhere')).toBe(0);
    const revisions = (await data('GET', '/revisions?q=Plum')) as { collection: string }[];
    expect(revisions.map(({ collection }) => collection)).toEqual(['all']);
    expect(await data('GET', '/users?q=tests-admin-token')).toEqual([]);
  });

  it('returns one collection of a list, from its position in the list', async () => {
    const list = (await data('GET', '/collections?filter[hidden]=0&limit=-1')) as { collection: string }[];
    const one = (await data('GET', '/collections?filter[hidden]=0&single=1&offset=2')) as { collection: string };
    expect(one.collection).toBe(list[2]?.collection);
    expect(codeOf(await project.ask('GET', '/collections?single=1&offset=900'))).toEqual([404, 203]);
  });

  it.each([
    ['a prefix of the service in capitals', 'DIRECTUS_x'],
    ['one of ours', 'Octavo_x'],
    ['letters of two scripts', 'titl\u0435'],
    ['a character without width', 'ti\u200btle'],
    ['a mark of direction', 'ti\u202etle'],
    ['a letter that shows nothing', 'ti\u3164tle'],
    ['accents apart from their letters', 'cafe\u0301'],
    ['an unusual space', 'ti\u00a0tle'],
    ['the look of another name', '\u0440\u043e\u0455\u0442s'.replace('s', '\u0455')],
  ])('takes no name of a collection with %s', async (_what, collection) => {
    expect(codeOf(await project.ask('POST', '/collections', { collection, fields: [id] }))).toEqual([422, 4]);
  });

  it.each(['titl\u0435', 'ti\u200dtle', 'cafe\u0301', '\uff54\uff49\uff54\uff4c\uff45'])(
    'accepts no field of the name %j',
    async (field) => {
      expect(codeOf(await project.ask('POST', '/fields/posts', { ...text('x'), field }))).toEqual([422, 4]);
      const pair = [id, text('title'), { ...text('x'), field }];
      expect((await project.ask('POST', '/collections', { collection: 'pairs', fields: pair })).status).toBe(422);
    },
  );

  it('accepts names of one script each', async () => {
    await make('stra\u00dfe', [id, { ...text('x'), field: 'm\u00fcll' }]);
    await make('\u043a\u043d\u0438\u0433\u0430 1', [id, { ...text('x'), field: '\u0438\u043c\u044f' }]);
    await make('\u672c book', [id, { ...text('x'), field: '\u540d' }]);
  });
});
