import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../src/config/engine.ts';
import type { Connection, Statement } from '../../../src/dialects/dialect.ts';
import { dialectOf } from '../../../src/dialects/registry.ts';
import type { Condition } from '../../../src/persistence/conditions.ts';
import { TableRows } from '../../../src/persistence/table-rows.ts';
import { internalTable } from '../../../src/schema/internal/internal-table.ts';

const table = internalTable({
  name: 'octavo_things',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    name: { type: 'VARCHAR(64)' },
    due_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
});

/** A connection that records the statements sent to it. */
function recorder(rows: (string | number | null)[][] = []) {
  const statements: Statement[] = [];
  const connection: Connection = {
    all: async (statement) => {
      statements.push(statement);
      return rows;
    },
    run: async (statement) => {
      statements.push(statement);
      return { changes: 1, keys: [] };
    },
  };
  return { connection, statements };
}

const ENGINES: readonly Engine[] = ['sqlite', 'mysql', 'postgres'];

describe.each(ENGINES)('rows of a table on %s', (engine) => {
  const rowsOn = async () => new TableRows(await dialectOf(engine), table);
  const plain = (text: string | undefined): string =>
    (text ?? '').replace(/["`]|\?|\$\d+(::\w+)?|CAST\(\? AS \w+\)/g, '');

  it('are found by values that are parameters, whatever the conditions', async () => {
    const { connection, statements } = recorder([[7, 'x', null]]);
    const where: Condition[] = [
      ['id', '>', 3],
      ['due_at', '=', null],
      {
        any: [
          ['name', 'like', 'a_b'],
          ['name', 'in', ['c', 'd']],
        ],
      },
      ['id', 'not in', [8, 9]],
      ['id', 'not in all', { table, column: 'due_at' }],
    ];
    const found = await (await rowsOn()).find(connection, where, ['name', '-id'], 2, { offset: 5 });
    expect(found).toEqual([{ id: 7, name: 'x', due_at: null }]);
    const [statement] = statements;
    // MySQL compares a text twice.
    const patterns = engine === 'mysql' ? ['a!_b', 'a!_b'] : ['a!_b'];
    for (const value of ['a_b', 'a!_b', 'c']) expect(statement?.text).not.toContain(`'${value}'`);
    expect(statement?.parameters.map(String)).toEqual(['3', ...patterns, 'c', 'd', '8', '9', '5']);
    expect(plain(statement?.text)).toMatch(
      /due_at IS NULL.* OR .*NOT .*SELECT t1\.due_at.*ORDER BY .*id DESC.* LIMIT 2/,
    );
  });

  it('are found by the values of each call, with statements that are printed once', async () => {
    const { connection, statements } = recorder();
    const rows = await rowsOn();
    const ask = (value: string | null) => rows.find(connection, [['name', '=', value]], 'id', 1, { columns: ['id'] });
    for (const value of ['one', 'two', null]) await ask(value);
    const [one, two, none] = statements;
    expect(two?.text).toBe(one?.text);
    expect([one, two, none].map((statement) => statement?.parameters)).toEqual([['one'], ['two'], []]);
    expect(none?.text).toMatch(/IS NULL/);
    await rows.find(connection, [['name', 'in', []]], 'id', 1);
    expect(statements.at(-1)?.text).not.toMatch(/\(\s*\)/);
  });

  it('are changed and removed with the same conditions', async () => {
    const { connection, statements } = recorder();
    const rows = await rowsOn();
    const mine: Condition[] = [
      ['id', '=', 4],
      ['due_at', '<>', null],
    ];
    expect(await rows.update(connection, mine, { name: 'new' })).toBe(1);
    expect(await rows.delete(connection, mine)).toBe(1);
    await rows.insert(connection, { id: 5, name: 'five' });
    expect(statements.map(({ parameters }) => parameters)).toEqual([['new', 4], [4], [5, 'five']]);
    for (const { text } of statements.slice(0, 2)) expect(text).toMatch(/IS NOT NULL/);
  });
});
