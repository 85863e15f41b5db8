import { describe, expect, it } from 'vitest';
import type { Statement } from '../../../src/dialects/dialect.ts';
import { knowing, Latest } from '../../../src/persistence/latest.ts';
import type { Row } from '../../../src/query/shape/decoder.ts';

const statement: Statement = { text: 'SELECT 1 WHERE id = ?', parameters: ['7'] };
const known = { statement, rows: [['known']] as Row[] };
const reader = knowing({ all: async () => [['asked']] }, known);

describe('what a transaction has read last', () => {
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

  it('is forgotten when the transaction writes', () => {
    const latest = new Latest();
    latest.keep(known);
    expect(latest.known).toBe(known);
    latest.forget();
    expect(latest.known).toBeUndefined();
  });
});
