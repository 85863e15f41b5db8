import { beforeAll, expect, it } from 'vitest';
import { id, integer, text } from '../../support/fields.ts';
import { type EngineName, onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import { unprepared } from '../../support/unprepared.ts';

const KEY: Readonly<Record<EngineName, string>> = {
  sqlite: 'INTEGER PRIMARY KEY',
  mysql: 'INT PRIMARY KEY AUTO_INCREMENT',
  postgres: 'serial PRIMARY KEY',
};

/** Statements that make the table `guarded` refuse the number 13, and to lose the item of that name. */
const TRIGGERS: Readonly<Record<EngineName, readonly string[]>> = {
  sqlite: [
    `CREATE TRIGGER thirteen BEFORE UPDATE ON guarded WHEN NEW.n = 13 BEGIN SELECT RAISE(ABORT, 'not 13'); END`,
    `CREATE TRIGGER fourteen BEFORE UPDATE ON guarded WHEN NEW.n = 14 BEGIN SELECT RAISE(ROLLBACK, 'not 14'); END`,
    `CREATE TRIGGER kept BEFORE DELETE ON guarded WHEN OLD.name = 'kept' BEGIN SELECT RAISE(ABORT, 'kept'); END`,
  ],
  mysql: [
    `CREATE TRIGGER thirteen BEFORE UPDATE ON guarded FOR EACH ROW
      IF NEW.n IN (13, 14) THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not 13'; END IF`,
    `CREATE TRIGGER kept BEFORE DELETE ON guarded FOR EACH ROW
      IF OLD.name = 'kept' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'kept'; END IF`,
  ],
  postgres: [
    `CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF TG_OP = 'DELETE' THEN IF OLD.name = 'kept' THEN RAISE EXCEPTION 'kept'; END IF; RETURN OLD; END IF;
      IF NEW.n IN (13, 14) THEN RAISE EXCEPTION 'not 13'; END IF; RETURN NEW; END $$`,
    'CREATE TRIGGER guarding BEFORE UPDATE OR DELETE ON guarded FOR EACH ROW EXECUTE FUNCTION guard()',
  ],
};

onEveryEngine('a table with rules of its own', ({ project, engine, database: address }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (sql: string) => database.run({ text: sql, parameters: [] });
    await run(`CREATE TABLE checked (id ${KEY[engine]}, n INTEGER CHECK (n < 100))`);
    await run('INSERT INTO checked (n) VALUES (1)');
    await run(`CREATE TABLE computed (id ${KEY[engine]}, n INTEGER, twice INTEGER GENERATED ALWAYS AS (n * 2) STORED)`);
    await run('INSERT INTO computed (n) VALUES (1)');
    await project.write('POST', '/collections', {
      collection: 'guarded',
      fields: [id, text('name'), { ...integer('n'), signed: true }],
    });
    await project.write('POST', '/items/guarded', [
      { name: 'kept', n: 1 },
      { name: 'free', n: 2 },
    ]);
    if (engine === 'mysql') await unprepared(address, project.key, TRIGGERS.mysql);
    else for (const each of TRIGGERS[engine]) await run(each);
  });

  const state = () =>
    Promise.all(['guarded', 'checked', 'computed'].map((name) => project.read(`/items/${name}?sort=id`)));

  it.each([
    ['PATCH', '/items/guarded/1', { n: 13 }, /rule of the database/],
    ['PATCH', '/items/guarded/1', { n: 14 }, /rule of the database/],
    [
      'PATCH',
      '/items/guarded',
      [
        { id: 2, name: 'x' },
        { id: 1, n: 13 },
      ],
      /rule of the database/,
    ],
    ['DELETE', '/items/guarded/1', undefined, /rule of the database/],
    ['DELETE', '/items/guarded/2,1', undefined, /rule of the database/],
    ['POST', '/items/checked', { n: 100 }, /cannot hold one of the values/],
    ['PATCH', '/items/checked/1', { n: 100 }, /cannot hold one of the values/],
    ['PATCH', '/items/computed/1', { twice: 5 }, /computes/],
    ['POST', '/items/computed', { n: 1, twice: 5 }, /computes/],
  ])('refuses %s %s %j with a reason, and keeps what it had', async (method, path, body, reason) => {
    const before = await state();
    const answer = await project.ask(method, path, body);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 12]);
    expect(answer.text).toMatch(reason);
    expect(await state()).toEqual(before);
  });

  it('takes what the rules allow', async () => {
    expect(await project.write('PATCH', '/items/guarded/1', { n: 15 })).toMatchObject({ n: 15 });
    expect(await project.write('PATCH', '/items/computed/1', { n: 4 })).toEqual({ id: 1, n: 4, twice: 8 });
    expect((await project.ask('DELETE', '/items/guarded/2')).status).toBe(204);
  });
});

/** Statements that make the table `skipping` keep its rows, and mark those named `soft` instead. */
const SKIPPING: Readonly<Record<'sqlite' | 'postgres', readonly string[]>> = {
  sqlite: [
    `CREATE TRIGGER skip BEFORE DELETE ON skipping BEGIN
      UPDATE skipping SET gone = 1 WHERE id = OLD.id AND name = 'soft'; SELECT RAISE(IGNORE); END`,
  ],
  postgres: [
    `CREATE FUNCTION skip() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      UPDATE skipping SET gone = 1 WHERE id = OLD.id AND name = 'soft'; RETURN NULL; END $$`,
    'CREATE TRIGGER skip BEFORE DELETE ON skipping FOR EACH ROW EXECUTE FUNCTION skip()',
  ],
};

onEngines(['sqlite', 'postgres'], 'a table that skips deletions', ({ project, engine }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (sql: string) => database.run({ text: sql, parameters: [] });
    await run(`CREATE TABLE skipping (id ${KEY[engine]}, name VARCHAR(10), gone INTEGER)`);
    await run(`INSERT INTO skipping (name, gone) VALUES ('kept', 0), ('soft', 0)`);
    for (const each of SKIPPING[engine]) await run(each);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  const deletions = () => project.read<unknown[]>('/activity?filter[action]=delete&filter[collection]=skipping');

  it('refuses one that changes nothing, and records none', async () => {
    const answer = await project.ask('DELETE', '/items/skipping/1');
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 12]);
    expect(await deletions()).toEqual([]);
  });

  it('takes one that does something else instead', async () => {
    expect((await project.ask('DELETE', '/items/skipping/2')).status).toBe(204);
    expect(await project.read('/items/skipping/2')).toMatchObject({ gone: 1 });
    expect(await deletions()).toHaveLength(1);
  });
});
