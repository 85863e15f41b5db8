import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../src/dialects/dialect.ts';
import { Changes, type ItemChange } from '../../../src/persistence/changes.ts';
import { replaying } from '../../../src/persistence/read/whole.ts';
import type { Row } from '../../../src/query/shape/row.ts';

const statement: Statement = { text: 'SELECT 1 WHERE id = ?', parameters: ['7'] };
const whole = { statement, rows: [['known']] as Row[], item: { id: 7 } };
const reader = replaying({ all: async () => [['asked']] }, whole);
const change: ItemChange = {
  kind: 'item',
  collection: 'posts',
  key: 7,
  action: 'update',
  before: { id: 7 },
  after: null,
  columns: ['title'],
  by: { caller: { kind: 'public' } },
};

describe('an item that a transaction has read', () => {
  it('answers the same statement with the same parameters', async () => {
    expect(await reader.all({ ...statement, parameters: ['7'] })).toEqual([['known']]);
  });

  it.each<[string, Statement]>([
    ['another text', { ...statement, text: 'SELECT 1 WHERE id = ? AND owner = 2' }],
    ['another parameter', { ...statement, parameters: ['8'] }],
    ['more parameters', { ...statement, parameters: ['7', '2'] }],
  ])('does not answer a statement of %s', async (_, other) => {
    expect(await reader.all(other)).toEqual([['asked']]);
  });

  it('stays valid while only records are written', () => {
    const changes = new Changes();
    changes.add(change);
    const known = changes.became(change, { id: 7, title: 'Figs' });
    changes.add({ kind: 'rows', collection: 'directus_activity' });
    changes.add({ kind: 'rows', collection: 'directus_revisions' });
    expect(changes.isLatest(known)).toBe(true);
    changes.add({ ...change, collection: 'tags' });
    expect(changes.isLatest(known)).toBe(false);
  });
});
