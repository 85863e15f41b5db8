import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dialectOf } from '../../../src/dialects/registry.ts';
import { copyProject } from '../../../src/projects/copy/copy.ts';
import { databaseOf } from '../../../src/projects/database-body.ts';
import { createSample } from '../../../src/sample/create.ts';
import { type Running, startServer } from '../../support/running.ts';

const engines = inject('engines');
const TARGETS = [
  ['sqlite', engines.sqlite],
  ['mysql', engines.mysql],
  ['postgres', engines.postgres],
] as const;
const READS = [
  '/collections',
  '/fields',
  '/relations',
  '/items/articles?fields=*.*&sort=id&limit=-1',
  '/items/articles?filter[title][contains]=A&sort=-title&meta=*',
  '/items/authors?fields=*,articles.*&sort=name',
  '/items/articles/1/revisions?sort=id',
  '/permissions?sort=id&limit=-1',
  '/users?sort=id&fields=id,email,role.name,status',
  '/settings?sort=id&limit=-1',
  '/activity?sort=id&limit=-1',
  '/files?sort=id',
];

let server: Running;
let token: string;
beforeAll(async () => {
  server = await startServer();
  token = (await createSample(server.app.registry, join(server.data, 'marker')))?.token ?? '';
});
afterAll(() => server.stop());

async function ask(project: string, path: string, body?: unknown): Promise<{ status: number; text: string }> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const post = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  const answer = await fetch(`${server.base}/${project}${path}`, { headers, ...post });
  const text = (await answer.text()).replaceAll(`/${project}/`, '/{project}/');
  return { status: answer.status, text };
}

/** Collections come in the order of their tables, which some engines preserve and others do not. */
function inOrder({ status, text }: { status: number; text: string }): unknown {
  const { data, ...rest } = JSON.parse(text);
  const key = (entry: { collection?: string; field?: string }) => `${entry.collection} ${entry.field}`;
  const sorted = [...data].sort((one, other) => (key(one) < key(other) ? -1 : 1));
  return { status, ...rest, data: sorted };
}

const copy = (from: string, to: string, database: Readonly<Record<string, unknown>>) =>
  copyProject(server.app.registry, { from, to, database: databaseOf({ db_name: to, ...database }) });

describe.skipIf(!engines.mysql || !engines.postgres)('a copied project', () => {
  const chain = [
    ['demo', 'on_mysql', engines.mysql],
    ['on_mysql', 'on_postgres', engines.postgres],
    ['on_postgres', 'back_again', engines.sqlite],
  ] as const;

  beforeAll(async () => {
    // The deleted row leaves a gap that the counters of the copies must respect.
    const made = JSON.parse((await ask('demo', '/items/tags', { name: 'gone' })).text);
    await fetch(`${server.base}/demo/items/tags/${made.data.id}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${token}` },
    });
    const data = Buffer.from('about plums').toString('base64');
    await ask('demo', '/files', { data, filename_disk: 'plums.txt', filename_download: 'plums.txt', title: 'Plums' });
    for (const [from, to, address] of chain) await copy(from, to, address ?? {});
  });

  it('has the files of the project in a separate place', async () => {
    const hashOf = async (project: string): Promise<string> =>
      JSON.parse((await ask(project, '/files?filter[title]=Plums')).text).data[0].private_hash;
    for (const [, to] of chain) expect((await ask(to, `/assets/${await hashOf(to)}`)).text).toBe('about plums');
    const headers = { Authorization: `Bearer ${token}` };
    await copy('demo', 'without', engines.sqlite);
    const { data } = JSON.parse((await ask('without', '/files?filter[title]=Plums')).text);
    await fetch(`${server.base}/without/files/${data[0].id}`, { method: 'DELETE', headers });
    expect((await ask('demo', `/assets/${await hashOf('demo')}`)).text).toBe('about plums');
  });

  for (const [, to] of chain) {
    for (const path of READS) {
      it(`${to} answers ${path} as the original`, async () => {
        const compared = /^\/(collections|fields)/.test(path) ? inOrder : (answer: unknown) => answer;
        expect(compared(await ask(to, path))).toEqual(compared(await ask('demo', path)));
      });
    }
  }

  it('has the same checksums as the original, all the way round', async () => {
    const there = await copy('demo', 'once', engines.sqlite);
    const back = await copy('back_again', 'twice', engines.sqlite);
    const text = ({ sums }: typeof there) =>
      [...sums].map(([name, sum]) => `${name} ${sum.rows} ${sum.checksum}`).sort();
    expect(text(back)).toEqual(text(there));
    // A copy of a project whose revisions were searched for secrets need not be searched again.
    expect(there.sums.get('octavo_upkeep')?.rows).toBe(1);
  });

  it('continues counting where the original is', async () => {
    const next = await Promise.all(
      ['demo', 'on_mysql', 'on_postgres', 'back_again'].map(async (project) => {
        const { text } = await ask(project, '/items/tags', { name: 'next' });
        return JSON.parse(text).data.id;
      }),
    );
    expect(next).toEqual(next.map(() => next[0]));
  });

  it('keeps unique columns unique', async () => {
    for (const project of ['on_mysql', 'on_postgres', 'back_again']) {
      const name = { first_name: 'Ada', last_name: 'Again' };
      const user = { ...name, email: 'admin@example.com', password: 'x', role: 1, status: 'active' };
      expect((await ask(project, '/users', user)).status).toBe(409);
    }
  });
});

describe('decimals of a table without sizes', () => {
  const PRICES = [0.1, 1.5, 1.25, 0.0000015, 123456789.125];

  beforeAll(async () => {
    const database = new DatabaseSync(join(server.data, 'databases', 'demo.db'));
    database.exec('CREATE TABLE prices (id INTEGER PRIMARY KEY AUTOINCREMENT, price NUMERIC, currency VARCHAR)');
    for (const price of PRICES) database.exec(`INSERT INTO prices (price, currency) VALUES (${price}, 'EUR')`);
    database.close();
    await server.app.registry.close('demo');
  });
  afterAll(async () => {
    const database = new DatabaseSync(join(server.data, 'databases', 'demo.db'));
    database.exec('DROP TABLE prices');
    database.close();
    await server.app.registry.close('demo');
  });

  it.each(TARGETS.filter(([, address]) => address))(
    'keep their digits in a copy on %s, and in one of it',
    async (name, address) => {
      await copy('demo', `prices_${name}`, address ?? {});
      await copy(`prices_${name}`, `prices_from_${name}`, engines.sqlite);
      for (const project of [`prices_${name}`, `prices_from_${name}`]) {
        const { data } = JSON.parse((await ask(project, '/items/prices?sort=id')).text);
        expect(data.map(({ price }: { price: number }) => price)).toEqual(PRICES);
      }
    },
  );

  it('are summed with their digits, and searched by them', async () => {
    const sum = JSON.parse((await ask('demo', '/items/prices?aggregate[sum]=price')).text);
    expect(JSON.stringify(sum)).toContain('123456791.9750015');
    const found = JSON.parse((await ask('demo', '/items/prices?filter[price][contains]=25')).text);
    expect(found.data.map(({ price }: { price: number }) => price)).toEqual([1.25, 123456789.125]);
  });
});

describe('the defaults of a table that another program created', () => {
  const EXPRESSIONS = { sqlite: '(lower(hex(randomblob(9))))', mysql: '(UUID())', postgres: 'md5(random()::text)' };
  const CONSTANTS = { a_number: -7, a_share: 0.5, a_text: "it's", is_on: 1 };
  const available = TARGETS.filter(([, address]) => address);

  it.each(available)('are copied from %s if they are constants or the current time', async (from, address) => {
    const source = `defaults_${from}`;
    await copy('demo', source, address ?? {});
    const opened = await server.app.registry.find(source);
    await opened?.database.run({
      text: `CREATE TABLE odd (id INTEGER PRIMARY KEY, code VARCHAR(40) DEFAULT ${EXPRESSIONS[from]},
        a_number INTEGER DEFAULT -7, a_share DECIMAL(5,2) DEFAULT 0.5, a_text VARCHAR(20) DEFAULT 'it''s',
        is_on SMALLINT DEFAULT 1, at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP)`,
      parameters: [],
    });
    await server.app.registry.close(source);
    for (const [to, target] of available) {
      const name = `${source}_${to}`;
      await copy(source, name, target ?? {});
      const { data } = JSON.parse((await ask(name, '/items/odd', { id: 1 })).text);
      const now = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
      expect([to, data]).toEqual([to, { id: 1, code: null, ...CONSTANTS, at: now }]);
    }
  });
});

it.skipIf(!engines.mysql)(
  'a copy of a copy keeps how many bits a column has, and none has numbers of more bits than its engine',
  async () => {
    await copy('demo', 'bits', engines.mysql ?? {});
    const opened = await server.app.registry.find('bits');
    const run = async (text: string) => opened?.database.run({ text, parameters: [] });
    await run('CREATE TABLE odd (id INTEGER PRIMARY KEY, bits BIT(12), n BIGINT UNSIGNED)');
    await run("INSERT INTO odd VALUES (1, b'101010101010', 9223372036854775807)");
    await server.app.registry.close('bits');
    await copy('bits', 'bits_in_sqlite', engines.sqlite);
    await copy('bits_in_sqlite', 'bits_again', engines.mysql ?? {});
    expect(await ask('bits_again', '/items/odd/1')).toEqual(await ask('bits', '/items/odd/1'));
    const again = await server.app.registry.find('bits_again');
    await again?.database.run({ text: 'UPDATE odd SET n = 9223372036854775808', parameters: [] });
    await expect(copy('bits_again', 'too_many_bits', engines.sqlite)).rejects.toThrow('too large');
  },
);

it.skipIf(!engines.mysql || !engines.postgres)(
  'the largest numbers of single precision are copied between engines, and can be written as they are shown',
  async () => {
    const ends = '[{"id":1,"n":3.4028234663852886e+38},{"id":2,"n":-3.4028234663852886e+38}]';
    await copy('demo', 'singles', engines.postgres ?? {});
    const opened = await server.app.registry.find('singles');
    const run = async (text: string) => opened?.database.run({ text, parameters: [] });
    await run('CREATE TABLE odd (id INTEGER PRIMARY KEY, n REAL)');
    await run("INSERT INTO odd VALUES (1, '3.4028235e38'), (2, '-3.4028235e38')");
    await server.app.registry.close('singles');
    await copy('singles', 'singles_in_mysql', engines.mysql ?? {});
    for (const project of ['singles', 'singles_in_mysql']) {
      const { data } = JSON.parse((await ask(project, '/items/odd?sort=id')).text);
      expect(JSON.stringify(data)).toBe(ends);
      expect((await ask(project, '/items/odd', { ...data[0], id: 3 })).status).toBe(200);
    }
  },
);

describe.skipIf(!engines.mysql || !engines.postgres)('moments with fractions of a second', () => {
  const MOMENT = '2020-01-01 10:00:00.123456';
  const TIME = '10:00:00.5';
  const sources = [
    ['mysql', engines.mysql, 'INT AUTO_INCREMENT', 'DATETIME(6)', 'TIME(3)'],
    ['postgres', engines.postgres, 'serial', 'timestamptz', 'time'],
  ] as const;
  const databaseOfProject = async (project: string) => {
    const opened = await server.app.registry.find(project);
    if (!opened) throw new Error(`there is no project ${project}`);
    return opened.database;
  };
  /** How many rows of a project have exactly the moments. */
  const exact = async (project: string): Promise<unknown> => {
    const database = await databaseOfProject(project);
    const text = `SELECT COUNT(*) FROM odd WHERE at_moment = '${MOMENT}' AND (at_time = '${TIME}' OR at_time = '${TIME}00')`;
    const [[count] = []] = await database.all({ text, parameters: [] });
    return Number(count);
  };

  it.each(sources)('are kept by copies of a table of %s to every engine', async (from, address, key, moment, time) => {
    const source = `fractions_${from}`;
    await copy('demo', source, address ?? {});
    const run = async (text: string) => (await databaseOfProject(source)).run({ text, parameters: [] });
    await run(`CREATE TABLE odd (id ${key} PRIMARY KEY, at_moment ${moment}, at_time ${time})`);
    await run(`INSERT INTO odd (at_moment, at_time) VALUES ('${MOMENT}', '${TIME}')`);
    await server.app.registry.close(source);
    for (const [to, target] of TARGETS) {
      const name = `${source}_${to}`;
      await copy(source, name, target ?? {});
      expect([to, await exact(name)]).toEqual([to, 1]);
      await copy(name, `${name}_again`, address ?? {});
      expect([to, 'and back', await exact(`${name}_again`)]).toEqual([to, 'and back', 1]);
    }
  });
});

describe('a copy that fails', () => {
  it('leaves no project and no file', async () => {
    const database = new DatabaseSync(join(server.data, 'databases', 'demo.db'));
    database.exec('CREATE TABLE odd (id INTEGER PRIMARY KEY AUTOINCREMENT, shape GEOMETRY)');
    try {
      await expect(copy('demo', 'refused', engines.sqlite)).rejects.toThrow('odd.shape has the datatype GEOMETRY');
    } finally {
      database.exec('DROP TABLE odd');
      database.close();
    }
    expect(existsSync(join(server.data, 'databases', 'refused.db'))).toBe(false);
    expect(readdirSync(join(server.data, 'config'))).not.toContain('refused.json');
    expect(existsSync(join(server.data, 'uploads', 'refused'))).toBe(false);
  });

  it.skipIf(!engines.mysql)('names the members with emoji that MySQL would lose', async () => {
    const database = new DatabaseSync(join(server.data, 'databases', 'demo.db'));
    database.exec(`CREATE TABLE odd (id INTEGER PRIMARY KEY AUTOINCREMENT, mood "ENUM('good 😀','bad')")`);
    const address = { ...engines.mysql, db_name: 'refused_members' };
    try {
      await expect(copy('demo', 'refused', address)).rejects.toThrow('odd.mood has a member with a character beyond');
    } finally {
      database.exec('DROP TABLE odd');
      database.close();
    }
    expect(server.app.registry.configOf('refused')).toBeUndefined();
  });

  for (const engine of ['mysql', 'postgres'] as const) {
    it.skipIf(!engines[engine])(`leaves no database on ${engine} if a value does not fit`, async () => {
      const database = new DatabaseSync(join(server.data, 'databases', 'demo.db'));
      database.exec("CREATE TABLE odd (id INT PRIMARY KEY, at DATETIME); INSERT INTO odd VALUES (1, 'soon')");
      const address = { ...engines[engine], db_name: `refused_${engine}` };
      try {
        await expect(copy('demo', 'refused', address)).rejects.toThrow('The table "odd" cannot be copied');
      } finally {
        database.exec('DROP TABLE odd');
        database.close();
      }
      const dialect = await dialectOf(engine);
      expect(await dialect.exists(server.app.registry.locations.addressOf(databaseOf(address)))).toBe(false);
      expect(server.app.registry.configOf('refused')).toBeUndefined();
    });
  }

  for (const engine of ['mysql', 'postgres'] as const) {
    it.skipIf(!engines[engine])(`leaves a database on ${engine} that already existed, empty`, async () => {
      const address = { ...engines[engine], db_name: `before_${engine}` };
      const dialect = await dialectOf(engine);
      const place = server.app.registry.locations.addressOf(databaseOf(address));
      await (await dialect.open(place)).close();
      const database = new DatabaseSync(join(server.data, 'databases', 'demo.db'));
      database.exec("CREATE TABLE odd (id INT PRIMARY KEY, at DATETIME); INSERT INTO odd VALUES (1, 'soon')");
      try {
        await expect(copy('demo', 'refused', address)).rejects.toThrow('The table "odd" cannot be copied');
      } finally {
        database.exec('DROP TABLE odd');
        database.close();
      }
      const snapshot = await dialect.openSnapshot(place);
      expect(await dialect.introspect(snapshot)).toEqual([]);
      await snapshot.close();
    });
  }

  it('touches no database that contains something', async () => {
    await expect(copy('demo', 'other', { db_type: 'sqlite', db_name: 'demo' })).rejects.toThrow(
      'used by another project',
    );
    const file = join(server.data, 'databases', 'taken.db');
    new DatabaseSync(file).exec('CREATE TABLE mine (id INT)');
    await expect(copy('demo', 'other', { db_type: 'sqlite', db_name: 'taken' })).rejects.toThrow('not empty');
    expect(existsSync(file)).toBe(true);
  });
});
