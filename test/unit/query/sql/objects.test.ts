import { expect, it } from 'vitest';
import type { FieldAccess } from '../../../../src/permissions/policy.ts';
import type { NodePlan } from '../../../../src/query/plan/plan.ts';
import { membersOf } from '../../../../src/query/sql/objects.ts';
import type { Field } from '../../../../src/schema/field.ts';
import { libraryCollection } from '../../../golden/library.ts';

const notes = libraryCollection('notes');

interface Shown {
  readonly access?: FieldAccess;
  readonly answered?: boolean;
}

function planOf(names: readonly string[], { access = { kind: 'always' }, answered = true }: Shown = {}): NodePlan {
  const columns = names.map((name) => ({ field: { ...(notes.byName.get('text') as Field), name }, access, answered }));
  return { collection: notes, columns, relations: [], computed: [], names, where: null, order: [] };
}

it('names each member and the position of its column', () => {
  const plan = planOf(['b', 'a']);
  const members = membersOf({ ...plan, columns: plan.columns.toReversed() });
  expect(members).toMatchObject([
    { name: 'b', form: 'text', value: { alias: 'g', name: 'c1' } },
    { name: 'a', form: 'text', value: { alias: 'g', name: 'c0' } },
  ]);
});

it.each(["it's", 'a`b', 'a\\b', '7a', '-1', '1.5', 'proto', 'ü', '\n'])('accepts the name %j', (name) => {
  expect(membersOf(planOf([name]))).toMatchObject([{ name }]);
});

it.each(['7', '007', '__proto__', 'a"b', ''])('accepts no list with the name %j', (name) => {
  expect(membersOf(planOf(['a', name]))).toBeNull();
});

it('accepts no list of values that are hidden, or only selected', () => {
  expect(membersOf(planOf(['a'], { access: { kind: 'self' } }))).toBeNull();
  expect(membersOf(planOf(['a'], { answered: false }))).toBeNull();
  expect(membersOf({ ...planOf(['a', 'b']), names: ['a'] })).toBeNull();
  expect(membersOf(planOf([]))).toBeNull();
});
