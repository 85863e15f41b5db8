import { expect, it } from 'vitest';
import { isRandom, tablesRead, tablesWritten } from '../../../src/dialects/statement-tables.ts';

it.each([
  ['SELECT t0."id" FROM "notes" t0 WHERE EXISTS (SELECT 1 FROM "shelves" t1)', ['id', 'notes', 'shelves']],
  ['SELECT t0.`id` FROM `no"tes` t0', ['id', 'no"tes']],
  ['SELECT "a""b" FROM "c`d"', ['a""b', 'c`d']],
])('every quoted name may be a table that is read: %s', (text, names) => {
  expect(tablesRead(text)).toEqual(names);
});

it.each([
  ['INSERT INTO "notes" ("shelves") VALUES (?)', ['notes']],
  ['UPDATE `notes` SET `title` = ?', ['notes']],
  ['DELETE FROM "a""b" WHERE "id" = ?', ['a""b']],
  ['SELECT 1 FROM "notes"', []],
  ['ALTER TABLE "notes" ADD COLUMN "x" TEXT', null],
  [
    'WITH first AS (INSERT INTO "notes" ("title") VALUES ($1) RETURNING "id") INSERT INTO "sh""elves" ("note") VALUES ((SELECT "id" FROM first))',
    ['notes', 'sh""elves'],
  ],
  ['WITH x AS (INSERT INTO "notes" DEFAULT VALUES) SELECT 1', null],
])('%s writes %j', (text, names) => {
  expect(tablesWritten(text)).toEqual(names);
});

it.each([
  ['SELECT 1 ORDER BY RANDOM()', true],
  ['SELECT 1 ORDER BY RAND()', true],
  ['SELECT "random" FROM "brand"', false],
])('%s is random: %s', (text, random) => {
  expect(isRandom(text)).toBe(random);
});
