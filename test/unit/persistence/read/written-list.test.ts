import { expect, it, vi } from 'vitest';
import type { Printed, Printer } from '../../../../src/dialects/dialect.ts';
import { sqlite } from '../../../../src/dialects/sqlite/dialect.ts';
import type { ListStatements } from '../../../../src/persistence/read/list-statements.ts';
import { WrittenList } from '../../../../src/persistence/read/written-list.ts';
import type { NodePlan } from '../../../../src/query/plan/plan.ts';
import { selectFrom } from '../../../../src/query/sql/nodes.ts';
import { libraryCollection } from '../../../golden/library.ts';

const LIST: ListStatements = { walks: [], first: { text: '', sources: [] }, more: [] };

function rootOf(columns: number): NodePlan {
  const collection = libraryCollection('notes');
  const field = collection.fields[1];
  if (!field) throw new Error('notes have two fields');
  const names = Array.from({ length: columns }, (_, index) => `f${index}`);
  const planned = names.map((name) => ({
    field: { ...field, name },
    access: { kind: 'always' } as const,
    answered: true,
  }));
  return { collection, columns: planned, relations: [], computed: [], names, where: null, order: [] };
}

function listOf(columns: number, limit: number | null, printer: Printer = sqlite.printer) {
  const print = vi.fn((each: (select: ReturnType<typeof selectFrom>) => Printed) => {
    each(selectFrom('notes', []));
    return LIST;
  });
  return { print, list: new WrittenList(rootOf(columns), limit, printer, print) };
}

it.each([
  [2, 1_000, true],
  [2, 1_001, false],
  [2, null, false],
  [40, 1_000, true],
  [41, 1_000, false],
  [0, 5, false],
  [400, 5, true],
  [401, 5, false],
])('a list of %i columns with the limit %s is written: %s', (columns, limit, written) => {
  expect(listOf(columns, limit).list.statements()).toBe(written ? LIST : null);
});

it('is never written by an engine that cannot', () => {
  const { objects: _objects, ...printer } = sqlite.printer;
  expect(listOf(2, 5, printer).list.statements()).toBeNull();
});

it('is printed once, on demand', () => {
  const { list, print } = listOf(2, 5);
  expect(print).not.toHaveBeenCalled();
  list.statements();
  list.statements();
  expect(print).toHaveBeenCalledOnce();
});

it('is skipped for a hundred reads after one that it could not write', () => {
  const { list } = listOf(2, 5);
  list.pause();
  const reads = Array.from({ length: 102 }, () => list.statements() !== null);
  expect(reads.indexOf(true)).toBe(100);
  expect(reads.at(-1)).toBe(true);
});
