import { expect, it } from 'vitest';
import { printer } from '../../../../src/dialects/postgres/printer.ts';

it('inserts two rows at once, of which the second refers to the first', () => {
  const first = { table: 'notes', columns: ['title', 'words'] };
  const second = { table: 'copies', columns: ['note', 'data', 'delta'] };
  expect(printer.insertTied(first, 'id', second)).toEqual([
    'WITH first AS (INSERT INTO "notes" ("title", "words") VALUES ($1, $2) RETURNING "id") ' +
      'INSERT INTO "copies" ("note", "data", "delta") VALUES ((SELECT "id" FROM first), $3, $4)',
  ]);
});
