import { beforeAll, describe, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { askGraphql, graphqlData } from '../../support/graphql.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const COLUMNS = ['__proto__', '__defineGetter__', 'constructor', 'toString', 'hasOwnProperty', 'length'];
const TABLES = ['constructor', 'hasOwnProperty', 'valueOf', 'length', '__proto__'];

onEveryEngine('columns and tables of other programs with names of inherited properties', ({ project, engine }) => {
  const quote = (name: string): string => (engine === 'mysql' ? `\`${name}\`` : `"${name}"`);
  /** Written as JSON, so that `__proto__` becomes an ordinary member. */
  const values = (mark: string): string =>
    `{${COLUMNS.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(`${mark} ${name}`)}`).join(', ')}}`;
  const item = (key: number, mark: string): object => JSON.parse(`{"id": ${key}, ${values(mark).slice(1)}`);
  const plain = (value: unknown): string => JSON.stringify(Object.entries(value as object).sort());

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    await run(
      `CREATE TABLE odd (id INTEGER PRIMARY KEY, ${COLUMNS.map((name) => `${quote(name)} VARCHAR(60)`).join(', ')})`,
    );
    for (const name of TABLES) await run(`CREATE TABLE ${quote(name)} (id INTEGER PRIMARY KEY, name VARCHAR(20))`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const name of ['odd', ...TABLES]) {
      const { status } = await project.ask('PATCH', `/collections/${name}`, { managed: true });
      expect([name, status]).toEqual([name, 200]);
    }
  });

  it('are created, read, changed and reverted', async () => {
    const { body, text } = await project.ask('POST', '/items/odd', `{"id": 1, ${values('a').slice(1)}`);
    expect(plain(body.data), text).toBe(plain(item(1, 'a')));
    expect(plain(await project.read('/items/odd/1'))).toBe(plain(item(1, 'a')));
    const [listed] = await project.read<object[]>('/items/odd');
    expect(plain(listed)).toBe(plain(item(1, 'a')));
    const changed = await project.ask('PATCH', '/items/odd/1', '{"__proto__": "new"}');
    expect(changed.text).toContain('"__proto__":"new"');
    const revisions = await project.read<{ id: number; data: object }[]>('/items/odd/1/revisions');
    expect(plain(revisions[0]?.data)).toBe(plain(item(1, 'a')));
    await project.write('PATCH', `/items/odd/1/revert/${revisions[0]?.id}`);
    expect(plain(await project.read('/items/odd/1'))).toBe(plain(item(1, 'a')));
  });

  it.each(COLUMNS)('can be filtered, sorted and grouped by, selected and exported: %s', async (name) => {
    for (const path of [`filter[${name}]=a ${name}`, `sort=-${name}`, `fields=${name}`]) {
      const [found] = await project.read<object[]>(`/items/odd?${path}`);
      expect(Object.entries(found ?? {})).toContainEqual([name, `a ${name}`]);
    }
    const [group] = await project.read<{ group: object }[]>(`/items/odd?groupBy=${name}&aggregate[count]=*`);
    expect(Object.entries(group?.group ?? {})).toEqual([[name, `a ${name}`]]);
    for (const format of ['csv', 'json', 'xml']) {
      const { status, text } = await project.ask('GET', `/items/odd?export=${format}`);
      expect([status, text.includes(`a ${name}`)]).toEqual([200, true]);
    }
  });

  it.each(TABLES)('are collections: %s', async (name) => {
    expect(await project.write('POST', `/items/${name}`, { id: 1, name: 'a' })).toEqual({ id: 1, name: 'a' });
    expect(await project.write('PATCH', `/items/${name}/1`, { name: 'b' })).toEqual({ id: 1, name: 'b' });
    expect(await project.read(`/items/${name}/1/revisions`)).toHaveLength(2);
    expect(await project.read(`/collections/${name}`)).toMatchObject({ collection: name });
    expect((await project.ask('DELETE', `/items/${name}/1`)).status).toBe(204);
  });

  describe('in GraphQL', () => {
    it('are read', async () => {
      const { odd } = await graphqlData(project, '{ odd { data { _proto__ constructor toString length } } }');
      expect(odd.data).toEqual([
        { _proto__: 'a __proto__', constructor: 'a constructor', toString: 'a toString', length: 'a length' },
      ]);
    });

    it('can be left out of a write, even with variables', async () => {
      const created =
        'mutation ($items: [OddInput!]!) { create_odd(items: $items) { id constructor toString length } }';
      const items: readonly object[] = [
        { id: 2, length: 'x' },
        { id: 3, constructor: 'c' },
      ];
      expect(await askGraphql(project, created, { items })).toEqual({
        data: {
          create_odd: [
            { id: 2, constructor: null, toString: null, length: 'x' },
            { id: 3, constructor: 'c', toString: null, length: null },
          ],
        },
      });
      const changed = 'mutation ($set: OddInput!) { update_odd(ids: [2], set: $set) { constructor length } }';
      expect(await askGraphql(project, changed, { set: { length: 'y' } })).toEqual({
        data: { update_odd: [{ constructor: null, length: 'y' }] },
      });
    });

    it('are collections', async () => {
      for (const name of ['constructor', 'hasOwnProperty', 'valueOf', 'length'])
        expect(await graphqlData(project, `{ ${name} { data { id } } }`)).toEqual({ [name]: { data: [] } });
    });
  });
});
