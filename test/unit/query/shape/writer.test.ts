import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { FieldAccess } from '../../../../src/permissions/policy.ts';
import type { NodePlan } from '../../../../src/query/plan/plan.ts';
import { decoderOf } from '../../../../src/query/shape/decoder.ts';
import type { Row } from '../../../../src/query/shape/row.ts';
import { writerOf } from '../../../../src/query/shape/writer.ts';
import type { Field } from '../../../../src/schema/field.ts';
import { libraryCollection } from '../../../golden/library.ts';
import { manyRuns } from '../../../support/battery.ts';

const samples = libraryCollection('samples');
const names = samples.fields.filter(({ column }) => column !== null).map(({ name }) => name);

const ACCESSES: readonly FieldAccess[] = [
  { kind: 'always' },
  { kind: 'self' },
  { kind: 'statuses', hiddenIn: ['draft', 'null'] },
];

const stored = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double(),
  fc.constantFrom('', '0', 'a,b', '{"a":[1]}', '12.50', 'draft', '2024-02-29 23:59:59'),
);

const fieldOf = (name: string): Field => samples.byName.get(name) as Field;

/** A plan that shows the fields of columns with some access, and others that have none, in any order. */
function planOf(shown: readonly (readonly [string, FieldAccess])[], more: Partial<NodePlan> = {}): NodePlan {
  const columns = shown.map(([name, access]) => ({ field: fieldOf(name), access, answered: true }));
  const order = shown.map(([name]) => name);
  return { collection: samples, columns, relations: [], computed: [], names: order, where: null, order: [], ...more };
}

/** The resulting text or error. */
function outcome(of: () => string | undefined): unknown {
  try {
    return of();
  } catch (error) {
    return String(error);
  }
}

it('a row is written as JSON.stringify writes its item', () => {
  const shown = fc.uniqueArray(fc.tuple(fc.constantFrom(...names), fc.constantFrom(...ACCESSES)), {
    selector: ([name]) => name,
  });
  const rows = fc.array(stored, { minLength: names.length, maxLength: names.length });
  fc.assert(
    fc.property(shown, rows, fc.nat(3), (fields, row, user) => {
      const plan = planOf(fields);
      const viewer = { user, compute: () => null };
      const item = outcome(() => JSON.stringify(decoderOf(plan)(row, viewer)));
      expect(outcome(() => writerOf(plan)?.(row, viewer, []))).toBe(item);
    }),
    manyRuns(2_000),
  );
});

it('computed fields have their position, or are omitted', () => {
  const [first = '', second = '', last = ''] = names;
  const always: FieldAccess = { kind: 'always' };
  const computed = [{ field: fieldOf(second), access: always, of: [fieldOf(first)] }];
  for (const result of [{ url: 'a"b' }, 'text', null, undefined]) {
    for (const listed of [
      [first, second, last],
      [first, last],
    ]) {
      const shown = [first, last].map((name): [string, FieldAccess] => [name, always]);
      const plan = planOf(shown, { computed, names: listed });
      const viewer = { user: 1, compute: () => result };
      const row: Row = ['1', '2'];
      expect(writerOf(plan)?.(row, viewer, [])).toBe(JSON.stringify(decoderOf(plan)(row, viewer)));
    }
  }
});

it('related rows have their position, unless their field is hidden', () => {
  const [first = '', second = '', last = ''] = names;
  for (const access of ACCESSES) {
    const relations = [{ field: fieldOf(second), access } as NodePlan['relations'][number]];
    const shown = [first, last].map((name): [string, FieldAccess] => [name, { kind: 'always' }]);
    const plan = planOf(shown, { relations, names: [first, second, last] });
    const viewer = { user: 1, compute: () => null };
    const row: Row = ['1', '2'];
    const item = decoderOf(plan)(row, viewer);
    if (second in item) item[second] = [{ id: 7 }];
    expect(writerOf(plan)?.(row, viewer, ['[{"id":7}]'])).toBe(JSON.stringify(item));
  }
});

it.each(['7', '007', '__proto__'])('a row with the name %s is not written', (name) => {
  expect(writerOf(planOf([], { names: ['id', name] }))).toBeNull();
});
