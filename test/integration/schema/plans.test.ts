import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ddlOf } from '../../support/counting.ts';
import { id, integer, text, toMany, toOne } from '../../support/fields.ts';
import { harnessOn, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload, TestProject } from '../../support/project.ts';

interface Plan {
  readonly possible: boolean;
  readonly error: { readonly code: number; readonly message: string } | null;
  readonly statements: readonly { readonly table: string; readonly sql: string }[];
  readonly rows: readonly { readonly table: string; readonly action: string; readonly count: number }[];
  readonly tables: readonly Payload[];
  readonly losses: readonly Payload[];
  readonly conflicts: readonly Payload[];
  readonly warnings: readonly { readonly kind: string; readonly name: string }[];
}

type Change = readonly [method: string, path: string, body?: unknown];

const relation = { collection_many: 'lines', field_many: 'article', collection_one: 'articles', field_one: 'lines' };

/** A change for each route, in an order that works. */
const CHANGES: readonly Change[] = [
  ['POST', '/collections', { collection: 'fresh', fields: [id, text('title', { unique: true })] }],
  ['PATCH', '/collections/articles', { note: 'News', indexes: [['title', 'minutes']], fields: [text('subtitle')] }],
  ['POST', '/fields/articles', text('slug', { index: true })],
  [
    'PATCH',
    '/fields/articles',
    [
      { field: 'title', length: 200 },
      { field: 'minutes', note: 'To read' },
    ],
  ],
  ['PATCH', '/fields/articles/title', { length: 150, note: 'On top' }],
  ['PATCH', '/fields/articles/minutes', { type: 'decimal', datatype: 'DECIMAL', length: '10,2' }],
  ['PATCH', '/relations/1', { field_one: null }],
  ['DELETE', '/fields/articles/teaser'],
  ['DELETE', '/relations/1'],
  ['POST', '/relations', { ...relation, field_one: null }],
  ['DELETE', '/collections/articles'],
];

const plan = async (project: TestProject, [method, path, body]: Change): Promise<Plan> =>
  (await project.write(method, `${path}${path.includes('?') ? '&' : '?'}plan=1`, body)) as Plan;

onEveryEngine('the plan of a schema change', ({ project }) => {
  beforeAll(async () => {
    const fields = [id, text('title'), text('teaser'), integer('minutes'), toMany('lines')];
    await project.write('POST', '/collections', { collection: 'articles', fields });
    await project.write('POST', '/collections', { collection: 'lines', fields: [id, toOne('article')] });
    const { id: made } = await project.write<{ id: number }>('POST', '/relations', relation);
    relations = made;
    await project.write('POST', '/items/articles', [
      { title: 'Plums', teaser: 'Sweet', minutes: 3 },
      { title: 'Plums', teaser: '', minutes: 4 },
      { title: null, teaser: null, minutes: null },
      { title: 'A longer title', teaser: 'Sour', minutes: 5 },
    ]);
    await project.write('POST', '/permissions', {
      collection: 'articles',
      role: 2,
      read: 'full',
      read_field_blacklist: ['teaser'],
    });
  });
  let relations = 0;
  const at = ([method, path, body]: Change): Change => [
    method,
    path.replace('/relations/1', `/relations/${relations}`),
    body,
  ];

  it('writes nothing, whatever the route', async () => {
    const before = await stateOf(project);
    const tag = (await project.fetch('GET', '/collections/articles')).headers.get('etag');
    for (const change of CHANGES) {
      const answered = await plan(project, at(change)).catch((error: unknown) => error);
      expect(answered, change.join(' ')).toMatchObject({ statements: expect.any(Array), rows: expect.any(Array) });
      expect(await stateOf(project), change.join(' ')).toEqual(before);
    }
    expect((await project.fetch('GET', '/collections/articles')).headers.get('etag')).toBe(tag);
  });

  it('writes nothing with an idempotency key, and leaves the key for the change', async () => {
    const before = await stateOf(project);
    const headers = { 'Idempotency-Key': 'planned-1' };
    const body = { collection: 'keyed', fields: [id] };
    for (let times = 0; times < 2; times++) {
      const answer = await project.fetch('POST', '/collections?plan=1', body, headers);
      expect(await answer.json()).toMatchObject({ data: { possible: true } });
    }
    expect(await stateOf(project)).toEqual(before);
  });

  it('counts what would be lost, with examples', async () => {
    const { losses, rows, warnings, possible } = await plan(project, ['DELETE', '/fields/articles/teaser']);
    expect({ possible, losses }).toMatchObject({
      possible: true,
      losses: [{ kind: 'column', table: 'articles', field: 'teaser', count: 2, exact: true }],
    });
    expect(losses[0]?.examples).toEqual([
      { key: 1, value: 'Sweet' },
      { key: 4, value: 'Sour' },
    ]);
    expect(rows).toContainEqual({ table: 'directus_fields', action: 'delete', count: 1 });
    expect(warnings).toMatchObject([{ kind: 'permission', name: 'Public' }]);
    await project.write('POST', '/activity/comment', { collection: 'articles', item: 1, comment: 'Sweet indeed' });
    const whole = await plan(project, ['DELETE', '/collections/articles']);
    expect(whole.losses).toMatchObject([
      { kind: 'table', table: 'articles', field: null, count: 4, exact: true, kept: true },
      { kind: 'revisions', table: 'articles', field: null, count: 4, exact: true, kept: false },
      { kind: 'comments', table: 'articles', field: null, count: 1, exact: true, kept: false },
    ]);
    expect(new Set(whole.warnings.map(({ kind }) => kind))).toEqual(new Set(['relation', 'permission']));
  });

  it('lists all conflicts, while the change reports the first', async () => {
    const change: Change = ['PATCH', '/fields/articles/title', { unique: true, required: true, length: 8 }];
    const { possible, error, conflicts } = await plan(project, change);
    const refused = await project.ask(...change);
    expect(refused.status).toBe(422);
    expect({ possible, error }).toEqual({ possible: false, error: refused.body.error });
    expect(conflicts).toMatchObject([
      { field: 'title', constraint: 'unique', count: 1, exact: true, examples: [{ key: null, value: 'Plums' }] },
      { field: 'title', constraint: 'required', count: 1, examples: [{ key: 3, value: null }] },
      { field: 'title', constraint: 'length', count: 1, examples: [{ key: 4, value: 'A longer title' }] },
    ]);
    const typed = await plan(project, [
      'PATCH',
      '/fields/articles/title',
      { type: 'integer', datatype: 'INT', length: 10 },
    ]);
    expect(typed.conflicts).toMatchObject([{ field: 'title', constraint: 'type', count: 3 }]);
  });

  it('names the items without a value for a new required field, like the refused change', async () => {
    const required = { ...text('origin'), required: true };
    const refusals: readonly Change[] = [
      ['POST', '/fields/articles', required],
      ['PATCH', '/fields/articles/lines', { type: 'string', datatype: 'VARCHAR', length: 20, required: true }],
      ['PATCH', '/collections/articles', { note: 'From somewhere', fields: [required] }],
    ];
    const before = await stateOf(project);
    for (const change of refusals) {
      const refused = await project.ask(...change);
      expect([refused.status, refused.body.error]).toMatchObject([
        422,
        {
          code: 404,
          message: expect.stringMatching(/^The field "\w+" cannot be made required: item "1" has no value/),
        },
      ]);
      const { possible, error, conflicts } = await plan(project, change);
      expect({ possible, error }).toEqual({ possible: false, error: refused.body.error });
      expect(conflicts).toMatchObject([{ table: 'articles', constraint: 'required', count: 4, exact: true }]);
      expect(conflicts[0]?.examples).toEqual([1, 2, 3].map((key) => ({ key, value: null })));
    }
    expect(await stateOf(project)).toEqual(before);
    const filled: Change = ['POST', '/fields/articles', { ...required, default_value: 'Here' }];
    const empty: Change = ['POST', '/fields/lines', required];
    for (const change of [filled, empty]) expect(await plan(project, change)).toMatchObject({ possible: true });
  });

  it('names the default that items would share in a new unique field, like the refused change', async () => {
    const unique = { ...text('code'), unique: true, default_value: 'X1' };
    const refusals: readonly Change[] = [
      ['POST', '/fields/articles', unique],
      ['POST', '/fields/articles', { ...unique, required: true }],
      ['PATCH', '/collections/articles', { note: 'With codes', fields: [unique] }],
    ];
    const before = await stateOf(project);
    for (const change of refusals) {
      const refused = await project.ask(...change);
      const message = 'The field "code" cannot be made unique: "X1" occurs 4 times';
      expect([refused.status, refused.body.error]).toMatchObject([422, { code: 404, message }]);
      const { possible, error, conflicts } = await plan(project, change);
      expect({ possible, error }).toEqual({ possible: false, error: refused.body.error });
      const found = { table: 'articles', field: 'code', constraint: 'unique', count: 1, exact: true };
      expect(conflicts).toEqual([{ ...found, examples: [{ key: null, value: 'X1' }] }]);
    }
    expect(await stateOf(project)).toEqual(before);
    const empty: Change = ['POST', '/fields/lines', unique];
    const without: Change = ['POST', '/fields/articles', { ...text('code'), unique: true }];
    for (const change of [empty, without]) expect(await plan(project, change)).toMatchObject({ possible: true });
  });

  it('is refused like the change', async () => {
    const refusals: readonly Change[] = [
      ['POST', '/collections', { collection: 'directus_x', fields: [id] }],
      ['POST', '/collections', { collection: 'articles', fields: [id] }],
      ['POST', '/fields/articles', text('title')],
      ['DELETE', '/fields/articles/id'],
      ['DELETE', '/fields/articles/nothing'],
      ['DELETE', '/collections/nothing'],
      ['DELETE', '/collections/directus_users'],
      ['PATCH', '/fields/articles/title', { type: 'nonsense' }],
      ['PATCH', '/relations/4711', { field_one: 'x' }],
      ['POST', '/relations', { collection_many: 'directus_fields' }],
    ];
    for (const [method, path, body] of refusals)
      for (const token of [undefined, null]) {
        const planned = await project.ask(method, `${path}?plan=1`, body, token);
        const made = await project.ask(method, path, body, token);
        expect(made.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
        expect(planned, `${method} ${path}`).toEqual(made);
      }
  });

  it('is never mistaken for the change', async () => {
    const before = await stateOf(project);
    for (const value of ['yes', '2', 'no', '[]']) {
      const { status } = await project.ask('DELETE', `/collections/articles?plan=${value}`);
      expect(status).toBe(422);
    }
    expect((await project.ask('DELETE', '/collections/articles?plan[]=1')).status).toBe(422);
    expect(await stateOf(project)).toEqual(before);
  });

  it('has the statements that the change then runs', async () => {
    const { database } = await project.opened();
    for (const change of CHANGES) {
      const { statements, possible } = await plan(project, at(change));
      expect(possible, change.join(' ')).toBe(true);
      const made = await ddlOf(database, async () => {
        const done = await project.write<{ id?: number } | null>(...at(change));
        if (change[1] === '/relations') relations = done?.id ?? 0;
      });
      expect(
        statements.map(({ sql }) => sql.replaceAll(/octavo_kept_[0-9a-f]+/g, 'kept')),
        change.join(' '),
      ).toEqual(made.map((sql) => sql.replaceAll(/octavo_kept_[0-9a-f]+/g, 'kept')));
    }
  });
});

describe('the plan of a schema change with hooks', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { watchExtensions: true } }));
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'articles', fields: [id, text('title')] });
    await project.write('POST', '/collections', { collection: 'seen', fields: [id, text('event')] });
    const folder = join(server.data, 'extensions', 'custom', 'hooks');
    mkdirSync(folder, { recursive: true });
    const events = ['collection.delete:before', 'field.create:before', 'item.create.directus_relations:before'];
    const refuse = `() => { throw { status: 409, message: 'heard' }; }`;
    const actions = events.map((event) => `'${event}': ${refuse}`).join(', ');
    const filters = `'item.create.directus_relations:before': ${refuse}`;
    writeFileSync(
      join(folder, 'refuse.mjs'),
      `export const actions = { ${actions} };\nexport const filters = { ${filters} };`,
    );
  });

  it('runs none', async () => {
    const changes: readonly Change[] = [
      ['POST', '/fields/articles', text('more')],
      ['DELETE', '/collections/articles'],
      ['POST', '/relations', { collection_many: 'articles', field_many: 'title', collection_one: 'seen' }],
    ];
    for (const change of changes) {
      expect((await project.ask(...change)).status).toBe(409);
      expect((await plan(project, change)).possible).toBe(true);
    }
  });
});

onEveryEngine('the plan of a schema change for a role', ({ project }) => {
  let token = '';
  beforeAll(async () => {
    await project.write('POST', '/collections', {
      collection: 'articles',
      fields: [id, text('title'), text('teaser')],
    });
    await project.write('POST', '/items/articles', [{ title: 'Plums', teaser: 'Sweet' }, { title: 'Plums' }, {}]);
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Modeller' });
    const all = { role, create: 'full', update: 'full', delete: 'full' };
    await project.write('POST', '/permissions', [
      { ...all, collection: 'directus_fields', read: 'full' },
      { ...all, collection: 'articles', read: 'mine' },
    ]);
    token = 'a-modeller-token';
    const user = { first_name: 'M', last_name: 'M', email: 'm@example.com', password: 'Modeller-1', status: 'active' };
    await project.write('POST', '/users', { ...user, role, token });
  });

  it('reveals nothing that the role may not read', async () => {
    const { status, body } = await project.ask('DELETE', '/fields/articles/teaser?plan=1', undefined, token);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      tables: [{ table: 'articles', rows: null, exact: false }],
      losses: [{ field: 'teaser', count: null, examples: [] }],
      warnings: [],
    });
  });

  it('names no value that the role may not read if the data rules it out, nor does the change', async () => {
    const changes: readonly (readonly [Change, string])[] = [
      [['PATCH', '/fields/articles/title', { unique: true }], 'cannot be made unique: a value occurs more than once'],
      [['PATCH', '/fields/articles/title', { required: true }], 'cannot be made required: an item has no value'],
      [['PATCH', '/fields/articles/title', { length: 4 }], 'cannot be made 4 characters long: a value is longer'],
      [
        ['PATCH', '/fields/articles/title', { type: 'integer' }],
        'cannot be made of the type INT: a value does not fit',
      ],
      [
        ['POST', '/fields/articles', text('code', { unique: true, default_value: 'x' })],
        'cannot be made unique: a value occurs more than once',
      ],
      [['POST', '/fields/articles', text('code', { required: true })], 'cannot be made required: an item has no value'],
    ];
    for (const [[method, path, body], message] of changes) {
      const changed = await project.ask(method, path, body, token);
      expect(changed.body.error).toMatchObject({ code: 404, message: expect.stringContaining(message) });
      const planned = await project.ask(method, `${path}?plan=1`, body, token);
      expect(planned.body.data).toMatchObject({ possible: false, error: changed.body.error });
      expect(JSON.stringify(planned.body.data).replaceAll(/"sql":"(\\.|[^"])*"/g, '')).not.toMatch(
        /Plums|longer title/,
      );
    }
  });

  it('is refused where the change is', async () => {
    const changes: readonly Change[] = [
      ['DELETE', '/collections/articles'],
      ['POST', '/collections', { collection: 'more', fields: [id] }],
      ['PATCH', '/collections/articles', { note: 'x' }],
      ['POST', '/relations', { collection_many: 'articles', field_many: 'title', collection_one: 'articles' }],
      ['POST', '/fields/articles', text('slug', { index: true })],
    ];
    for (const [method, path, body] of changes) {
      const planned = await project.ask(method, `${path}?plan=1`, body, token);
      expect(planned.status, `${method} ${path}`).toBeGreaterThanOrEqual(400);
      expect(planned).toEqual(await project.ask(method, path, body, token));
    }
  });
});

/** Everything in the database: rows, tables with their definitions, and internal tables. */
async function stateOf(project: TestProject): Promise<unknown> {
  const { dialect, database } = await project.opened();
  return [await project.digest(), await dialect.introspect(database), await dialect.internalTables(database)];
}
