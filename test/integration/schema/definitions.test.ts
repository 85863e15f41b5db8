import { beforeAll, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { isOnMysql } from '../../support/is-on-mysql.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answered, Payload } from '../../support/project.ts';

const codeOf = ({ status, body }: Answered): readonly unknown[] => [status, body.error?.code];
const number = { ...id, auto_increment: false };

onEveryEngine('the definition of a field', ({ engine, project }) => {
  let made = 0;
  beforeAll(async () => {
    await project.ask('POST', '/collections', { collection: 'things', fields: [id] });
    await project.ask('POST', '/collections', { collection: 'numbers', fields: [number] });
  });

  const add = (definition: Payload, collection = 'things'): Promise<Answered> =>
    project.ask('POST', `/fields/${collection}`, { field: `f${made++}`, type: 'string', ...definition });
  const shownOf = async (definition: Payload): Promise<Record<string, unknown>> => {
    const { status, body, text } = await add(definition);
    expect(status, text).toBe(200);
    return body.data as Record<string, unknown>;
  };

  it.each([
    ['INTEGER', null, 'INT', '10'],
    ['SERIAL', null, 'BIGINT', '20'],
    ['BOOLEAN', null, 'TINYINT', '3'],
    ['REAL', null, 'DOUBLE', '22,0'],
    ['DOUBLE PRECISION', '6,2', 'DOUBLE', '6,2'],
    ['DOUBLE', '22,0', 'DOUBLE', '22,0'],
    ['FLOAT', '12,0', 'FLOAT', '12,0'],
    ['NUMERIC', null, 'DECIMAL', '10,0'],
    ['NUMERIC', '7,2', 'DECIMAL', '7,2'],
    ['FIXED', '5', 'DECIMAL', '5,0'],
    ['BINARY', null, 'BINARY', '1'],
    ['ENUM', 'red,green', 'ENUM', '5'],
    ['SET', 'a,bb', 'SET', '4'],
  ])('as %s of the length %j is shown as %s of %j', async (datatype, length, shown, shownLength) => {
    expect(await shownOf({ datatype, length })).toMatchObject({ datatype: shown, length: shownLength });
  });

  it.each([
    ['INT', '5,2'],
    ['CHAR', 256],
    ['BINARY', 256],
    ['ENUM', 'plain,😀'],
    ['ENUM', '5'],
    ['SET', 4],
    ['SET', Array.from({ length: 65 }, (_, index) => `m${index}`).join()],
  ])('as %s of the length %j is refused', async (datatype, length) => {
    expect(codeOf(await add({ datatype, length }))).toEqual([422, 4]);
  });

  it.each([
    ['DECIMAL', '5,2', 1.5, '1.50'],
    ['DECIMAL', '5,2', '-01', '-1.00'],
    ['DECIMAL', '5,0', '7', '7'],
    ['INT', null, '007', '7'],
    ['TINYINT', 1, true, '1'],
    ['DATETIME', null, '2020-01-02T03:04:05+02:00', '2020-01-02T01:04:05+00:00'],
  ])('as %s(%j) with the default %j shows it as %j', async (datatype, length, value, shown) => {
    const type = datatype === 'DATETIME' ? 'datetime' : 'string';
    expect(await shownOf({ type, datatype, length, signed: true, default_value: value })).toMatchObject({
      default_value: shown,
    });
  });

  it('of the type array takes a list as its default, and items without a value have it', async () => {
    const list = { type: 'array', datatype: 'VARCHAR', length: 20 };
    const created = await shownOf({ ...list, default_value: ['x', 'y'] });
    const changed = await shownOf(list);
    const path = `/fields/things/${changed.field}`;
    const { body } = await project.ask('PATCH', path, { default_value: ['z', 1] });
    expect([created, body.data]).toMatchObject([{ default_value: 'x,y' }, { default_value: 'z,1' }]);
    expect(await project.write('POST', '/items/things', {})).toMatchObject({
      [String(created.field)]: ['x', 'y'],
      [String(changed.field)]: ['z', '1'],
    });
    expect(codeOf(await project.ask('PATCH', path, { default_value: ['z', ['1']] }))).toEqual([422, 4]);
  });

  it('of the type json takes a list as its default', async () => {
    const { field } = await shownOf({ type: 'json', datatype: 'VARCHAR', length: 20, default_value: ['x', 'y'] });
    expect(await project.write('POST', '/items/things', {})).toMatchObject({ [String(field)]: ['x', 'y'] });
  });

  it.each([
    ['VARCHAR', 3, 'long'],
    ['DECIMAL', '5,2', '1234'],
    ['INT', null, 'many'],
  ])('as %s(%j) with the unusable default %j is refused', async (datatype, length, default_value) => {
    expect(codeOf(await add({ datatype, length, default_value }))).toEqual([422, 4]);
  });

  it('refuses a second auto-increment column, one that is not the key, and confusable or long names', async () => {
    const before = await project.digest();
    const counter = { type: 'integer', datatype: 'INT', auto_increment: true };
    expect(codeOf(await add(counter))).toEqual([422, 12]);
    expect(codeOf(await add(counter, 'numbers'))).toEqual([422, 12]);
    expect(codeOf(await add({ field: 'ID', datatype: 'INT' }))).toEqual([422, 308]);
    expect(codeOf(await add({ field: 'n'.repeat(65), datatype: 'INT' }))).toEqual([422, 12]);
    const fields = [number, { field: 'n', ...counter }];
    expect(codeOf(await project.ask('POST', '/collections', { collection: 'beside', fields }))).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
  });

  it.each(['DOUBLE', 'FLOAT'])('as %s with the shown length accepts numbers with decimals', async (datatype) => {
    const { length } = await shownOf({ type: 'decimal', datatype });
    const { field } = await shownOf({ type: 'decimal', datatype, length });
    expect(await project.write('POST', '/items/things', { [String(field)]: 1.5 })).toMatchObject({
      [String(field)]: 1.5,
    });
  });

  it.each(['unique', 'primary_key', 'auto_increment', 'signed', 'required', 'hidden_detail', 'readonly', 'locked'])(
    'refuses a flag that is neither true nor false: %s',
    async (flag) => {
      const { field } = await shownOf({ datatype: 'INT' });
      const before = await project.digest();
      for (const value of ['yes', 2, 'TRUE', 'on']) {
        const sent = { datatype: 'INT', [flag]: value };
        const answers = [await add(sent), await project.ask('PATCH', `/fields/things/${field}`, { [flag]: value })];
        expect([value, ...answers.map(codeOf)]).toEqual([value, [422, 4], [422, 4]]);
      }
      expect(await project.digest()).toBe(before);
    },
  );

  it('keeps the primary key, whatever a change says', async () => {
    const { status, body } = await project.ask('PATCH', '/fields/things/id', { primary_key: false });
    expect([status, body.data]).toMatchObject([200, { primary_key: true, auto_increment: true }]);
  });

  it('keeps the keys of the system, whatever type a change gives them', async () => {
    const before = await project.digest();
    const change = { type: 'alias' };
    expect(codeOf(await project.ask('PATCH', '/fields/directus_users/id', change))).toEqual([422, 12]);
    expect(await project.digest()).toBe(before);
  });

  it.each(['ctid', 'xmin', 'tableoid'])(
    'has no name of a column that every table of the engine has: %s',
    async (field) => {
      const isTaken = engine === 'postgres';
      expect((await add({ field, type: 'string' })).status).toBe(isTaken ? 422 : 200);
      const collection = { collection: `with_${field}`, fields: [id, { ...text('x'), field }] };
      expect((await project.ask('POST', '/collections', collection)).status).toBe(isTaken ? 422 : 200);
    },
  );

  it.each([
    { type: 'string', datatype: 'TEXT' },
    { type: 'string', datatype: 'VARCHAR', length: 1000 },
  ])('may be unique however long its values are, until it is not any more: %j', async (column) => {
    // MySQL has no keys of more than 3072 bytes; MariaDB makes them of hashes.
    if (engine === 'mysql' && (await isOnMysql(project))) {
      expect(codeOf(await add({ ...column, unique: true }))).toEqual([422, 404]);
      return;
    }
    const { field } = await shownOf({ ...column, unique: true });
    expect(await project.read(`/fields/things/${field}`)).toMatchObject({ unique: true });
    const item = { [String(field)]: 'x'.repeat(900) };
    expect((await project.ask('POST', '/items/things', item)).status).toBe(200);
    expect(codeOf(await project.ask('POST', '/items/things', item))).toEqual([409, 204]);
    await project.write('PATCH', `/fields/things/${field}`, { unique: false });
    expect((await project.ask('POST', '/items/things', item)).status).toBe(200);
  });

  it.each(["it's", 'what?', 'back\\slash', '(a, b)'])('keeps its default through changes: %s', async (fallback) => {
    const { field } = await shownOf({ datatype: 'TEXT', default_value: fallback });
    for (const change of [{ note: 'x' }, { datatype: 'MEDIUMTEXT' }, { required: true }])
      expect(await project.write('PATCH', `/fields/things/${field}`, change)).toMatchObject({
        default_value: fallback,
      });
    const item = await project.write<Payload>('POST', '/items/things', {});
    expect(item[String(field)]).toBe(fallback);
    await project.write('DELETE', `/fields/things/${field}`);
  });

  it('is not changed together with others in a system collection', async () => {
    const before = await project.digest();
    const list = ['email', 'title'].map((field) => ({ field, note: 'x' }));
    expect(codeOf(await project.ask('PATCH', '/fields/directus_users', list))).toEqual([401, 201]);
    expect(codeOf(await project.ask('PATCH', '/fields/directus_users/email,title', { note: 'x' }))).toEqual([401, 201]);
    expect(await project.digest()).toBe(before);
    expect((await project.ask('PATCH', '/fields/directus_users/title', { note: 'x' })).status).toBe(200);
  });

  it.each([5, true])('has no pattern that is no text: %j', async (validation) => {
    expect(codeOf(await add({ validation }))).toEqual([422, 12]);
    const { field } = await shownOf({});
    expect(codeOf(await project.ask('PATCH', `/fields/things/${field}`, { validation }))).toEqual([422, 12]);
  });

  it('is not changed by an empty list', async () => {
    const { status, body } = await project.ask('PATCH', '/fields/things', []);
    expect([status, body.error]).toMatchObject([422, { code: 4, message: 'fields: This value should not be blank.' }]);
  });

  it('keeps the datatype if a change sends an empty one', async () => {
    const { field } = await shownOf({ datatype: 'BIGINT' });
    const { body } = await project.ask('PATCH', `/fields/things/${field}`, { datatype: null });
    expect(body.data).toMatchObject({ datatype: 'BIGINT' });
  });

  it('reads an empty BLOB as an empty text', async () => {
    const { field } = await shownOf({ type: 'binary', datatype: 'BLOB' });
    const { body } = await project.ask('POST', '/items/things', {});
    expect(body.data).toMatchObject({ [String(field)]: '' });
  });

  it('has no item with a number that no column can hold', async () => {
    expect(codeOf(await project.ask('GET', '/items/things/99999999999999999999'))).toEqual([404, 203]);
    const { status, body } = await project.ask('GET', '/items/things?filter[id][gt]=-99999999999999999999&single=1');
    expect([status, typeof body.data]).toEqual([200, 'object']);
  });
});

onEveryEngine('a system field', ({ project }) => {
  it('can be sent back with another note without changing its column', async () => {
    for (const path of ['users/role', 'users/password', 'users/status', 'files/storage', 'webhooks/status']) {
      const url = `/fields/directus_${path}`;
      const listed = await project.read<Payload>(`${url}?fields=note`);
      await project.write('PATCH', url, { ...(await project.read<Payload>(url)), note: 'seen' });
      expect([path, await project.read(`${url}?fields=note`)]).toEqual([path, { ...listed, note: 'seen' }]);
    }
  });

  it.each<[string, Payload]>([
    ['users/email', { unique: false }],
    ['users/email', { type: 'json' }],
    ['users/token', { unique: false }],
    ['users/role', { unique: true }],
    ['users/role', { datatype: 'TEXT' }],
    ['roles/name', { length: 20 }],
    ['activity/action_on', { type: 'json' }],
    ['webhooks/url', { type: 'integer' }],
    ['users/company', { type: 'alias' }],
    ['files/data', { type: 'string' }],
  ])('keeps the type and column that the server depends on: %s with %j', async (path, change) => {
    const before = await project.digest();
    expect(codeOf(await project.ask('PATCH', `/fields/directus_${path}`, change))).toEqual([403, 10]);
    expect(await project.digest()).toBe(before);
  });

  it('can be longer, and have another default', async () => {
    const { status, body } = await project.ask('PATCH', '/fields/directus_users/company', {
      length: 250,
      default_value: 'Plum & Sons',
    });
    expect([status, body.data]).toMatchObject([200, { length: '250', default_value: 'Plum & Sons' }]);
  });
});

onEngines(['mysql'], 'a collection that exceeds a limit of the engine', ({ project }) => {
  const wide = Array.from({ length: 20 }, (_, index) => ({ ...text(`wide${index}`), length: 1000 }));
  it.each<[string, readonly Payload[], string]>([
    ['a key', [{ ...text('key'), datatype: 'TEXT', length: null, primary_key: true }], 'a key needs a datatype'],
    ['a long key', [{ ...text('key'), length: 1000, primary_key: true }], '768 characters'],
    ['a text', [id, { ...text('long'), length: 20_000 }], '16383 characters'],
    ['its rows', [id, ...wide], '65535 bytes'],
  ])('is refused with the name of that limit: %s', async (_what, fields, limit) => {
    const before = await project.digest();
    const { status, text: answer } = await project.ask('POST', '/collections', { collection: 'limited', fields });
    expect([status, answer]).toEqual([422, expect.stringContaining(limit)]);
    expect(await project.digest()).toBe(before);
  });
});

onEveryEngine('a collection that is not managed', ({ project }) => {
  beforeAll(async () => {
    await project.ask('POST', '/collections', { collection: 'things', fields: [id] });
  });

  it.each([true, 1, '1', 'true'])('is managed again by the flag %j', async (managed) => {
    await project.write('PATCH', '/collections/things', { managed: false });
    expect(await project.write('PATCH', '/collections/things', { managed })).toMatchObject({ managed: true });
  });

  it.each([false, 0, '0', 'no', null])('stays so with the flag %j', async (managed) => {
    await project.write('PATCH', '/collections/things', { managed: true });
    await project.write('PATCH', '/collections/things', { managed: false });
    expect(codeOf(await project.ask('PATCH', '/collections/things', { managed }))).toEqual([404, 205]);
  });
});

onEveryEngine('the fields in a change of a collection', ({ project }) => {
  beforeAll(async () => {
    await project.ask('POST', '/collections', { collection: 'things', fields: [id, text('name')] });
  });

  const change = (fields: unknown): Promise<Answered> => project.ask('PATCH', '/collections/things', { fields });

  it.each(['name', 7, { name: text('name') }, [{ field: 'name', note: 'x' }, 1]])(
    'are refused if they are no list of definitions: %j',
    async (fields) => {
      const before = await project.digest();
      const { status, body } = await change(fields);
      const message = 'fields: This value should be of type array.';
      expect([status, body.error]).toMatchObject([422, { code: 4, message }]);
      expect(await project.digest()).toBe(before);
    },
  );

  it.each([[['added', 'added']], [['added', 'Added']], [['name', 'name']]])(
    'are refused if a name is repeated: %j',
    async (names) => {
      const before = await project.digest();
      expect(codeOf(await change(names.map((name) => text(name))))).toEqual([422, 12]);
      expect(await project.digest()).toBe(before);
    },
  );

  it.each([[[]], [null]])('may be none: %j', async (fields) => {
    expect((await change(fields)).status).toBe(200);
  });
});
