import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { objectText } from '../../../../src/dialects/sqlite/object-text.ts';
import { tablesRead } from '../../../../src/dialects/statement-tables.ts';
import type { JsonForm } from '../../../../src/schema/stored.ts';
import { manyRuns } from '../../../support/battery.ts';

const database = new DatabaseSync(':memory:');

/** What the database writes for values, each in a given form. */
function written(form: JsonForm, values: Readonly<Record<string, string | number | null>>): unknown {
  const entries = Object.entries(values);
  const members = entries.map(([name], index) => ({ name, form, value: `g."c${index}"` }));
  const columns = entries.map((_, index) => `? AS "c${index}"`).join(', ');
  const text = `SELECT ${objectText(members)} AS text FROM (SELECT ${columns}) g LIMIT 1`;
  return (database.prepare(text).get(...entries.map(([, value]) => value)) as { text: unknown }).text;
}

const texts = fc.string({ unit: 'binary' }).filter((text) => !/\0|\p{Surrogate}/u.test(text));

it('writes any text as JSON.stringify does', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(written('text', { text })).toBe(JSON.stringify({ text }));
    }),
    manyRuns(500),
  );
});

it('writes any list as JSON.stringify does', () => {
  fc.assert(
    fc.property(fc.array(texts), (list) => {
      const stored = list.join(',');
      expect(written('list', { list: stored })).toBe(JSON.stringify({ list: stored === '' ? [] : stored.split(',') }));
    }),
    manyRuns(500),
  );
});

it.each([1, 49, 50, 51, 130, 400])('writes %i members', (count) => {
  const values = Object.fromEntries(Array.from({ length: count }, (_, index) => [`m${index}`, index % 3 ? 'x' : null]));
  expect(written('text', values)).toBe(JSON.stringify(values));
});

it('writes names with apostrophes, and its names do not hide those of tables', () => {
  const values = { "it's": 'a', '`': 'b', 'c\\d': 'c', '\n': null };
  expect(written('text', values)).toBe(JSON.stringify(values));
  const members = Object.keys(values).map((name) => ({ name, form: 'list' as const, value: 'g."c0"' }));
  expect(tablesRead(`SELECT ${objectText(members)} FROM (SELECT 1 FROM "notes" t0) g`)).toContain('notes');
});

it('writes null for the whole object if a value is of another type', () => {
  expect(written('integer', { a: 1, b: 'one' })).toBeNull();
  expect(written('text', { a: 'x', b: 2 })).toBeNull();
  expect(written('truth', { a: '1' })).toBeNull();
  expect(written('list', { a: 1 })).toBeNull();
});
