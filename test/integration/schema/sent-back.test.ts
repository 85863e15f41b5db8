import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload, TestProject } from '../../support/project.ts';

/** Columns as other programs make them. */
const COLUMNS: Readonly<Record<EngineName, readonly string[]>> = {
  sqlite: [
    'id INTEGER PRIMARY KEY',
    'height INTEGER CHECK (height > 0)',
    'twice INTEGER GENERATED ALWAYS AS (height * 2) STORED',
    `name TEXT COLLATE NOCASE NOT NULL DEFAULT 'x'`,
    '"first name" TEXT',
    'unlimited VARCHAR UNIQUE',
    'truth BOOLEAN NOT NULL DEFAULT TRUE',
    'tiny TINYINT(1) DEFAULT 0',
    'eleven INT(11)',
    'price DECIMAL(10,2) DEFAULT 0',
    'number NUMERIC',
    'ratio REAL',
    'wide DOUBLE PRECISION DEFAULT 1e3',
    'narrow FLOAT',
    'made DATETIME DEFAULT CURRENT_TIMESTAMP',
    'day DATE DEFAULT CURRENT_DATE',
    'code VARCHAR(8) DEFAULT (lower(hex(randomblob(4))))',
    'money MONEY',
    'letters CLOB',
    'other INT REFERENCES other (id)',
    'untyped',
  ],
  mysql: [
    'id INT(8) UNSIGNED AUTO_INCREMENT PRIMARY KEY',
    `colour ENUM('red','green','it''s, blue') NOT NULL DEFAULT 'red' COMMENT 'One of three'`,
    `several SET('a','bb') DEFAULT 'a,bb'`,
    'narrow FLOAT',
    'narrower FLOAT(7,3)',
    'wide DOUBLE DEFAULT 1.5',
    'wider DOUBLE(8,2)',
    'price DECIMAL(10,2) UNSIGNED ZEROFILL DEFAULT 0',
    'truth BOOLEAN DEFAULT TRUE',
    'year YEAR DEFAULT 2020',
    `bits BIT(12) DEFAULT b'101'`,
    'fixed BINARY(16)',
    `bytes VARBINARY(20) DEFAULT 'a-b'`,
    'made DATETIME DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
    'fine DATETIME(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3)',
    'stamp TIMESTAMP NULL',
    'code VARCHAR(8) DEFAULT (LEFT(UUID(), 8))',
    'sum INT DEFAULT (1 + 1)',
    'name VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_german1_ci',
    '`first name` TEXT',
    'doc JSON',
    'small TINYBLOB',
    'twice INT GENERATED ALWAYS AS (sum * 2) STORED',
    'place POINT',
  ],
  postgres: [
    'id INT GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    'number serial',
    'truth boolean NOT NULL DEFAULT true',
    `mood mood DEFAULT 'sad'`,
    'narrow real',
    'wide double precision DEFAULT 1.5',
    'free numeric DEFAULT 0',
    'price numeric(10,2) DEFAULT 0',
    'letters char(3)',
    'unlimited varchar',
    'code varchar(8) DEFAULT left(md5(random()::text), 8)',
    'made timestamptz NOT NULL DEFAULT now()',
    'day date DEFAULT CURRENT_DATE',
    'noon time(3)',
    'ip inet',
    'tags text[]',
    `doc jsonb DEFAULT '{}'`,
    'key uuid DEFAULT gen_random_uuid()',
    'sum int DEFAULT (1 + length(md5(random()::text)))',
    'twice int GENERATED ALWAYS AS (number * 2) STORED',
    'name varchar(40) COLLATE "C"',
    '"first name" text',
  ],
};

/** The definition of a table in the database; for PostgreSQL, of its columns. */
const DEFINITIONS: Readonly<Record<EngineName, (table: string) => string>> = {
  sqlite: (table) => `SELECT name, sql FROM sqlite_master WHERE tbl_name = '${table}' ORDER BY name`,
  mysql: (table) => `SHOW CREATE TABLE ${table}`,
  postgres: (
    table,
  ) => `SELECT a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid), a.attidentity::text,
    a.attgenerated::text, a.attcollation::text, col_description(a.attrelid, a.attnum)
    FROM pg_attribute a LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE a.attrelid = '${table}'::regclass AND a.attnum > 0 ORDER BY a.attnum`,
};

onEveryEngine('a table of another program', ({ project, engine }) => {
  const definitionOf = async (table: string): Promise<unknown> => {
    const { database } = await project.opened();
    return database.all({ text: DEFINITIONS[engine](table), parameters: [] });
  };
  const make = async (table: string): Promise<void> => {
    const { database } = await project.opened();
    const text = `CREATE TABLE ${table} (${COLUMNS[engine].join(', ')})`;
    await database.run({ text, parameters: [] });
  };

  beforeAll(async () => {
    const { database } = await project.opened();
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    if (engine === 'postgres')
      await database.run({ text: `CREATE TYPE mood AS ENUM ('sad', 'happy')`, parameters: [] });
    for (const table of ['adopted', 'single', 'listed']) await make(table);
    await project.write('POST', '/collections', { collection: 'seen', fields: [id] });
  });

  it('can be managed with its fields as they are read, without changing it', async () => {
    const before = await definitionOf('adopted');
    const fields = await project.read<Payload[]>('/fields/adopted');
    await project.write('POST', '/collections', { collection: 'adopted', fields });
    expect(await definitionOf('adopted')).toEqual(before);
    const after = await project.read<Payload[]>('/fields/adopted');
    expect(after.map(columnIn)).toEqual(fields.map(columnIn));
  });

  it('does not change when its fields are sent back one by one with another note', async () => {
    const before = await definitionOf('single');
    for (const name of await namesIn(project, 'single')) {
      const path = `/fields/single/${encodeURIComponent(name)}`;
      for (const note of ['first', 'second']) {
        const field = await project.read<Payload>(path);
        expect(await project.write('PATCH', path, { ...field, note })).toMatchObject({ note, ...columnIn(field) });
      }
    }
    expect(await definitionOf('single')).toEqual(before);
  });

  it('does not change when all its fields are sent back', async () => {
    const before = await definitionOf('listed');
    for (const note of ['first', 'second']) {
      const fields = await project.read<Payload[]>('/fields/listed');
      await project.write(
        'PATCH',
        '/fields/listed',
        fields.map((field) => ({ ...field, note })),
      );
    }
    expect(await definitionOf('listed')).toEqual(before);
  });
});

onEveryEngine('a column that is not registered', ({ project, engine }) => {
  const COUNTED = {
    sqlite: 'id INTEGER PRIMARY KEY, title VARCHAR(20) NOT NULL, number INT',
    mysql: 'id INT PRIMARY KEY, title VARCHAR(20) NOT NULL, number INT AUTO_INCREMENT UNIQUE',
    postgres: 'id serial PRIMARY KEY, title varchar(20) NOT NULL, number serial',
  };

  beforeAll(async () => {
    const { database } = await project.opened();
    for (const table of ['counted', 'noted'])
      await database.run({ text: `CREATE TABLE ${table} (${COUNTED[engine]})`, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it('may be an auto-increment column beside the key, and its table can be managed and changed', async () => {
    const fields = await project.read<Payload[]>('/fields/counted');
    await project.write('POST', '/collections', { collection: 'counted', fields });
    await project.write('PATCH', '/fields/counted/title', { required: false });
    const after = await project.read<Payload[]>('/fields/counted');
    expect(after.map(columnIn)).toEqual(fields.map(columnIn));
  });

  it('is registered as required if it does not allow null', async () => {
    const noted = await project.write<Payload>('PATCH', '/fields/noted/title', { note: 'first' });
    expect(noted).toMatchObject({ required: true });
    await project.write('PATCH', '/fields/noted/title', { ...noted, note: 'second' });
    const [title] = (await project.read<Payload[]>('/fields/noted')).filter(({ field }) => field === 'title');
    expect(title).toMatchObject({ required: true, note: 'second' });
  });

  it.each(['locked', 'type'])('needs a value of %s if it does not exist yet', async (name) => {
    const field = { field: 'added', type: 'string', datatype: 'TEXT', [name]: null };
    expect((await project.ask('POST', '/fields/noted', field)).status).toBe(422);
  });
});

onEveryEngine('what another project shows of its collections', ({ project }) => {
  it('makes the same collections', async () => {
    const fields = [
      id,
      { field: 'ratio', type: 'decimal', datatype: 'DOUBLE' },
      { field: 'made', type: 'datetime', datatype: 'DATETIME', default_value: '2020-01-02 03:04:05', required: true },
      { field: 'price', type: 'decimal', datatype: 'DECIMAL', length: '8,3', default_value: 1.5 },
      { field: 'code', type: 'string', datatype: 'CHAR', length: 3, unique: true, options: { trim: true } },
      { field: 'parent', type: 'm2o', datatype: 'INT', length: 10 },
      { field: 'children', type: 'o2m', interface: 'one-to-many' },
      { field: 'line', type: 'alias' },
    ];
    await project.write('POST', '/collections', { collection: 'trees', note: 'Green', fields });
    const { fields: shown, ...trees } = await project.read<Payload>('/collections/trees');
    const relation = { collection_many: 'trees', field_many: 'parent', collection_one: 'trees', field_one: 'children' };
    await project.write('POST', '/relations', relation);

    const copy = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"trees"', '"copied"'));
    await project.write('POST', '/collections', { ...copy(trees), fields: Object.values(copy(shown)) });
    await project.write('POST', '/relations', copy(relation));
    const [one, other] = await Promise.all(
      ['trees', 'copied'].map((name) => project.read<Payload[]>(`/fields/${name}?sort=id`)),
    );
    const comparable = (list: readonly Payload[] | undefined) =>
      copy(list).map((field: Payload) => ({ ...field, id: 0 }));
    expect(comparable(other)).toEqual(comparable(one));
    expect(await project.read('/fields/copied/children')).toMatchObject({ type: 'o2m', interface: 'one-to-many' });
    const made = await project.write('POST', '/items/copied', { ratio: 1.5, children: [{ ratio: 0.25 }] });
    expect(made).toMatchObject({ ratio: 1.5, price: 1.5, made: '2020-01-02 03:04:05' });
    expect(await project.read('/items/copied?fields=ratio,parent.ratio&sort=id')).toMatchObject([
      { ratio: 1.5 },
      { ratio: 0.25, parent: { ratio: 1.5 } },
    ]);
  });
});

onEngines(['mysql'], 'a changed column of another program', ({ project }) => {
  it('keeps its check and its other clauses', async () => {
    const { database } = await project.opened();
    const text = `CREATE TABLE checked (id INT PRIMARY KEY, doc JSON, height INT DEFAULT 1 COMMENT 'in cm' CHECK (height > 0))`;
    await database.run({ text, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const field of ['doc', 'height'])
      await project.write('PATCH', `/fields/checked/${field}`, { required: true, default_value: null });
    await project.write('POST', '/items/checked', { id: 1, doc: '{}', height: 1 });
    for (const change of [{ doc: '{' }, { height: 0 }]) {
      const { status, body } = await project.ask('PATCH', '/items/checked/1', change);
      expect([change, status, body.error?.code]).toEqual([change, 422, 12]);
    }
    const [height] = (await project.read<Payload[]>('/fields/checked')).filter(({ field }) => field === 'height');
    expect(height).toMatchObject({ required: true, note: 'in cm', default_value: null });
  });
});

const namesIn = async (project: TestProject, table: string): Promise<string[]> =>
  (await project.read<Payload[]>(`/fields/${table}`)).map(({ field }) => String(field));

/** The attributes of a field object that describe its column. */
function columnIn({ field, datatype, unique, primary_key, auto_increment, default_value, signed, length }: Payload) {
  return { field, datatype, unique, primary_key, auto_increment, default_value, signed, length };
}
