import { beforeAll, describe, expect, it } from 'vitest';
import { purgeExpired } from '../../../src/persistence/schema-change/purge.ts';
import { ddlOf } from '../../support/counting.ts';
import { id, integer, text, toMany, toOne } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { TestProject } from '../../support/project.ts';

interface Entry {
  readonly id: number;
  readonly state: string;
  readonly action: string;
  readonly undo: { readonly possible: boolean; readonly reason: string | null; readonly blocked_by: readonly number[] };
}

interface Planned {
  readonly statements: readonly { readonly sql: string }[];
  readonly undo: { readonly possible: boolean };
}

const unnamed = (sql: string): string => sql.replaceAll(/octavo_kept_[0-9a-f]+/g, 'kept');

const newest = async (project: TestProject): Promise<Entry> =>
  (await project.read<Entry[]>('/schema-changes?limit=1'))[0] as Entry;

onEveryEngine('undo of schema changes', ({ project }) => {
  beforeAll(async () => {
    const fields = [
      id,
      text('title'),
      text('teaser'),
      integer('minutes'),
      text('code', { required: true }),
      toMany('lines'),
    ];
    await project.write('POST', '/collections', { collection: 'articles', fields, note: 'News' });
    await project.write('POST', '/collections', { collection: 'lines', fields: [id, toOne('article')] });
    const relation = {
      collection_many: 'lines',
      field_many: 'article',
      collection_one: 'articles',
      field_one: 'lines',
    };
    await project.write('POST', '/relations', relation);
    await project.write('POST', '/items/articles', [
      { title: 'Plums', teaser: 'Sweet', minutes: 3, code: 'a' },
      { title: 'Pears', teaser: '', minutes: 4, code: 'b' },
      { title: 'Figs', teaser: null, minutes: null, code: 'c', lines: [{}] },
    ]);
    await project.write('POST', '/permissions', { collection: 'articles', role: 2, read: 'full' });
    await project.write('POST', '/collection_presets', { collection: 'articles', title: 'Mine' });
  });

  /** The schema and the items, as far as a change may touch them. */
  const state = async (): Promise<unknown> => {
    const read = async (path: string): Promise<unknown> => (await project.ask('GET', path)).body;
    const { dialect, database } = await project.opened();
    const collections = await project.read<Record<string, unknown>[]>('/collections');
    const tables = (await dialect.introspect(database)).filter(({ name }) => !name.startsWith('directus_'));
    return [
      collections.filter(({ collection }) => !String(collection).startsWith('directus_')),
      await read('/relations?sort=id'),
      await read('/permissions?sort=id'),
      await read('/collection_presets?sort=id'),
      await read('/items/articles?sort=id&fields=*,lines.*'),
      tables
        .map(({ name, columns, indexes }) => [
          name,
          columns
            .map((each) => [each.name, each.datatype, each.arguments, each.unique, each.nullable, each.default])
            .sort(),
          indexes?.map((each) => each.name).sort(),
        ])
        .sort(),
    ];
  };

  const changes: Readonly<Record<string, readonly [method: string, path: string, body?: unknown]>> = {
    'a new field': ['POST', '/fields/articles', text('slug', { index: true })],
    'a deleted field': ['DELETE', '/fields/articles/teaser'],
    'a deleted field that is required': ['DELETE', '/fields/articles/code'],
    'a deleted list of related items': ['DELETE', '/fields/articles/lines'],
    'a longer field': ['PATCH', '/fields/articles/title', { length: 200, note: 'On top' }],
    'a shorter field': ['PATCH', '/fields/articles/title', { length: 20 }],
    'another type': ['PATCH', '/fields/articles/minutes', { type: 'decimal', datatype: 'DECIMAL', length: '10,2' }],
    'a new order': [
      'PATCH',
      '/fields/articles',
      [
        { field: 'title', sort: 9 },
        { field: 'teaser', sort: 3 },
      ],
    ],
    'a new collection': [
      'POST',
      '/collections',
      { collection: 'fresh', fields: [id, text('title', { unique: true })] },
    ],
    'a changed collection': ['PATCH', '/collections/articles', { note: 'Old', indexes: [['title', 'minutes']] }],
    'a deleted relation': ['DELETE', '/relations/RELATION'],
    'a deleted collection': ['DELETE', '/collections/articles'],
    'a deleted collection that begins relations': ['DELETE', '/collections/lines'],
  };

  it.each(Object.entries(changes))('leaves everything as it was: %s', async (_title, [method, path, body]) => {
    const before = await state();
    const [{ id: relation } = { id: 0 }] = await project.read<{ id: number }[]>('/relations?sort=-id&limit=1');
    await project.write(method, path.replace('RELATION', String(relation)), body);
    expect(await state()).not.toEqual(before);
    const made = await newest(project);
    expect(made.undo).toMatchObject({ possible: true, reason: null });
    const changed = await state();
    await undo(made);
    expect(await state()).toEqual(before);
    await undo(await newest(project));
    expect(await state()).toEqual(changed);
    await undo(await newest(project));
    expect(await state()).toEqual(before);
    const created = await project.write<{ id: number }>('POST', '/items/articles', { title: 'New', code: 'n' });
    await project.write('DELETE', `/items/articles/${created.id}`);
  });

  /** Undoes a change according to its plan. */
  async function undo({ id: entry }: Entry): Promise<void> {
    const planned = await project.write<Planned>('POST', `/schema-changes/${entry}/undo?plan=1`);
    expect(planned).toMatchObject({ possible: true, undo: { possible: true } });
    expect((await newest(project)).id).toBe(entry);
    const { database } = await project.opened();
    const made = await ddlOf(database, async () => {
      expect(await project.write('POST', `/schema-changes/${entry}/undo`)).toMatchObject({ state: 'undone' });
    });
    const stated = planned.statements.map(({ sql }) => sql).filter((sql) => !/^UPDATE (?!sqlite_sequence)/.test(sql));
    expect(made.map(unnamed)).toEqual(stated.map(unnamed));
  }

  const deleteField = async (collection: string, field: string): Promise<Entry> => {
    await project.write('DELETE', `/fields/${collection}/${field}`);
    return newest(project);
  };

  describe('is refused', () => {
    it('with the later changes that it would break, and no longer once they are undone', async () => {
      await project.write('POST', '/collections', { collection: 'plants', fields: [id, text('name'), text('colour')] });
      const made = await newest(project);
      const dropped = await deleteField('plants', 'colour');
      await project.write('POST', '/fields/plants', text('colour', { length: 20 }));
      const again = await newest(project);
      const refused = await project.ask('POST', `/schema-changes/${dropped.id}/undo`);
      expect(refused).toMatchObject({ status: 409, body: { error: { code: 12 } } });
      expect(refused.text).toContain('There is a field');
      expect((await project.ask('POST', `/schema-changes/${dropped.id}/undo?plan=1`)).status).toBe(409);
      const { blocked_by } = (await project.read<Entry>(`/schema-changes/${made.id}`)).undo;
      expect(blocked_by).toEqual([again.id, dropped.id]);
      for (const { id: entry } of [again, dropped, made]) await project.write('POST', `/schema-changes/${entry}/undo`);
      expect((await project.ask('GET', '/collections/plants')).status).toBe(404);
    });

    it('if a relation has come to refer to what was created', async () => {
      await project.write('POST', '/collections', { collection: 'sorts', fields: [id, text('name')] });
      const made = await newest(project);
      await project.write('POST', '/fields/lines', toOne('sort'));
      const relation = { collection_many: 'lines', field_many: 'sort', collection_one: 'sorts' };
      const { id: key } = await project.write<{ id: number }>('POST', '/relations', relation);
      const related = await newest(project);
      expect((await project.read<Entry>(`/schema-changes/${made.id}`)).undo.blocked_by).toEqual([related.id]);
      await project.write('DELETE', `/relations/${key}`);
      await project.write('DELETE', '/fields/lines/sort');
      await project.write('DELETE', '/collections/sorts');
    });

    it('to everybody but administrators, and twice', async () => {
      await project.write('POST', '/fields/articles', text('extra'));
      const { id: entry } = await newest(project);
      for (const [method, path] of [
        ['GET', '/schema-changes'],
        ['GET', `/schema-changes/${entry}`],
        ['POST', `/schema-changes/${entry}/undo`],
        ['POST', `/schema-changes/${entry}/undo?plan=1`],
        ['DELETE', `/schema-changes/${entry}`],
      ] as const)
        expect((await project.ask(method, path, undefined, null)).status, path).toBe(401);
      await project.write('POST', `/schema-changes/${entry}/undo`);
      expect(await project.ask('POST', `/schema-changes/${entry}/undo`)).toMatchObject({ status: 409 });
      expect((await project.ask('POST', '/schema-changes/999999/undo')).status).toBe(404);
    });
  });

  describe('and kept data', () => {
    const keptTables = async (): Promise<string[]> => {
      const { dialect, database } = await project.opened();
      return (await dialect.internalTables(database)).filter((name) => name.startsWith('octavo_kept_'));
    };

    it('names the entry of a change in a header that other origins may read', async () => {
      const answer = await project.fetch('POST', '/fields/articles', text('named'), { Origin: 'https://example.com' });
      const { id: entry } = await newest(project);
      expect(answer.headers.get('octavo-schema-change')).toBe(String(entry));
      expect(answer.headers.get('access-control-expose-headers')).toContain('Octavo-Schema-Change');
      await project.write('POST', `/schema-changes/${entry}/undo`);
    });

    it('stores data that no route can access and that is not listed as a collection', async () => {
      await deleteField('articles', 'teaser');
      const [name = ''] = await keptTables();
      expect(name).not.toBe('');
      for (const path of [`/items/${name}`, `/collections/${name}`, `/fields/${name}`])
        expect((await project.ask('GET', path)).status, path).toBe(404);
      expect((await project.ask('POST', '/collections', { collection: name, fields: [id] })).status).toBe(422);
      for (const path of ['/collections', '/fields', '/schema-changes'])
        expect((await project.ask('GET', path)).text, path).not.toContain('octavo_kept_');
      await project.write('POST', `/schema-changes/${(await newest(project)).id}/undo`);
    });

    it('ends when the kept data is removed on request', async () => {
      const dropped = await deleteField('articles', 'minutes');
      expect((await project.ask('DELETE', `/schema-changes/${dropped.id}`)).status).toBe(204);
      expect(await project.read(`/schema-changes/${dropped.id}`)).toMatchObject({
        kept: [],
        undo: { possible: false, reason: 'What it changed is no longer kept' },
      });
      expect((await project.ask('POST', `/schema-changes/${dropped.id}/undo`)).status).toBe(409);
    });

    it('ends after the configured days, when orphaned tables are removed too, and at once after an undo', async () => {
      const opened = await project.opened();
      await purgeExpired(opened, new Date());
      const others = await keptTables();
      const dropped = await deleteField('articles', 'teaser');
      await purgeExpired(opened, new Date());
      expect(await project.read(`/schema-changes/${dropped.id}`)).toMatchObject({ undo: { possible: true } });
      expect(await keptTables()).toHaveLength(others.length + 1);
      const lost = { name: 'octavo_kept_lost', columns: [], uniqueTogether: [] };
      const [kept] = opened.catalog.schema.collections.get('lines')?.table.columns ?? [];
      await opened.database.transaction(async (connection) => {
        for (const text of opened.dialect.ddl.create({ ...lost, columns: kept ? [kept] : [] }))
          await connection.run({ text, parameters: [] });
      });
      await purgeExpired(opened, new Date(Date.now() + 8 * 86_400_000));
      expect(await keptTables()).toEqual([]);
      expect((await project.read<Entry>(`/schema-changes/${dropped.id}`)).undo.possible).toBe(false);
    });

    it('ends without reloading the schema if no table was kept', async () => {
      const opened = await project.opened();
      await project.write('PATCH', '/fields/articles/title', { note: 'What it is called' });
      const noted = await newest(project);
      const { schema } = opened.catalog;
      await purgeExpired(opened, new Date(Date.now() + 8 * 86_400_000));
      expect((await project.read<Entry>(`/schema-changes/${noted.id}`)).undo.possible).toBe(false);
      expect(opened.catalog.schema).toBe(schema);
    });

    it('is not possible if the setting says so', async () => {
      await project.write('POST', '/settings', { key: 'octavo_schema_undo_days', value: '0' });
      const last = await newest(project);
      const plan = await project.write<Planned>('DELETE', '/collections/lines?plan=1');
      expect(plan.undo.possible).toBe(false);
      await project.write('DELETE', '/collections/lines');
      expect(await keptTables()).toEqual([]);
      expect((await newest(project)).id).toBe(last.id);
    });
  });
});
