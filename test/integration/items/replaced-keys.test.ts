import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';
import { unprepared } from '../../support/unprepared.ts';

/** Triggers that give each new row of a table another key: the one that is sent or counted, and a thousand. */
const TRIGGERS: Readonly<Record<EngineName, (table: string, key: string) => readonly string[]>> = {
  sqlite: (table, key) => [
    `CREATE TRIGGER moved_${table} AFTER INSERT ON ${table} BEGIN UPDATE ${table} SET id = ${key} WHERE id = NEW.id; END`,
  ],
  mysql: (table, key) => [`CREATE TRIGGER moved_${table} BEFORE INSERT ON ${table} FOR EACH ROW SET NEW.id = ${key}`],
  postgres: (table, key) => [
    `CREATE FUNCTION moved_${table}() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN NEW.id := ${key}; RETURN NEW; END'`,
    `CREATE TRIGGER moved BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION moved_${table}()`,
  ],
};
const COUNTED: Readonly<Record<EngineName, string>> = {
  sqlite: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  mysql: 'INTEGER PRIMARY KEY AUTO_INCREMENT',
  postgres: 'SERIAL PRIMARY KEY',
};

onEveryEngine('a new item to which a trigger gives another key', ({ project, engine, database: address }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE given (id INTEGER PRIMARY KEY, name VARCHAR(20))');
    await run(`CREATE TABLE counted (id ${COUNTED[engine]}, name VARCHAR(20))`);
    const triggers = ['given', 'counted'].flatMap((table) => TRIGGERS[engine](table, 'NEW.id + 1000'));
    if (engine === 'mysql') await unprepared(address, project.key, triggers);
    else for (const text of triggers) await run(text);
    if (engine === 'postgres') {
      await run('CREATE TABLE skipped (id INTEGER PRIMARY KEY, name VARCHAR(20))');
      await run(`CREATE FUNCTION skipping() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`);
      await run('CREATE TRIGGER skips BEFORE INSERT ON skipped FOR EACH ROW EXECUTE FUNCTION skipping()');
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each<[string, unknown]>([
    ['given', { id: 1, name: 'a' }],
    ['given', [{ id: 1 }, { id: 2 }]],
    ['counted', { id: 7, name: 'a' }],
    ...(engine === 'postgres' ? ([['skipped', { id: 1, name: 'a' }]] satisfies [string, unknown][]) : []),
  ])('is refused, and recorded under no key: %s %j', async (table, body) => {
    const before = await project.digest();
    const { status, body: answer, text } = await project.ask('POST', `/items/${table}`, body);
    expect([status, answer.error?.code]).toEqual([422, 12]);
    expect(text).toMatch(/rule of the database/);
    expect(await project.digest()).toBe(before);
  });

  it('is recorded under the key that a trigger counted, where the engine tells it', async () => {
    const { status, body } = await project.ask('POST', '/items/counted', { name: 'a' });
    if (engine === 'sqlite') return void expect([status, body.error?.code]).toEqual([422, 12]);
    const { id: key } = body.data as { id: number };
    expect(key).toBeGreaterThan(999);
    expect(await project.read(`/items/counted/${key}/revisions`)).toMatchObject([{ item: String(key) }]);
  });
});
