import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Predicate } from '../../../../src/query/plan/plan.ts';
import { shortest } from '../../../../src/query/plan/simplify.ts';
import type { Field } from '../../../../src/schema/field.ts';
import { manyRuns } from '../../../support/battery.ts';

type Row = Readonly<Record<string, string | null>>;

const field = (name: string, more: object = {}): Field =>
  ({ name, kind: 'text', column: {}, ...more }) as unknown as Field;
const [status, other] = [field('status'), field('other')];
const folding = field('folding', { column: { collation: 'utf8mb4_general_ci' } });
const VALUES = ['a', 'b', 'c', 'd'] as const;

const list = (of: Field, statuses: readonly string[], negated = false): Predicate => ({
  type: 'status',
  field: of,
  statuses,
  negated,
});
const leaf = fc.oneof(
  fc
    .record({ of: fc.constantFrom(status, other, folding), statuses: fc.subarray([...VALUES]), negated: fc.boolean() })
    .map(({ of, statuses, negated }) => list(of, statuses, negated)),
  fc.boolean().map((value): Predicate => ({ type: 'constant', value })),
);
const { tree } = fc.letrec<{ tree: Predicate }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc
      .record({
        type: fc.constantFrom('and' as const, 'or' as const),
        of: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
      })
      .map((joined): Predicate => joined),
    tie('tree').map((of): Predicate => ({ type: 'not', of })),
  ),
}));
const value = fc.constantFrom(...VALUES, null);
const row = fc.record({ status: value, other: value, folding: value });

/** Evaluates a predicate as SQL does: null means unknown. */
function holds(predicate: Predicate, of: Row): boolean | null {
  switch (predicate.type) {
    case 'constant':
      return predicate.value;
    case 'not': {
      const inner = holds(predicate.of, of);
      return inner === null ? null : !inner;
    }
    case 'and':
    case 'or': {
      const decisive = predicate.type === 'or';
      const parts = predicate.of.map((part) => holds(part, of));
      if (parts.includes(decisive)) return decisive;
      return parts.includes(null) ? null : !decisive;
    }
    case 'status': {
      const found = of[predicate.field.name] ?? null;
      if (predicate.statuses.length === 0) return predicate.negated;
      return found === null ? null : predicate.statuses.includes(found) !== predicate.negated;
    }
    default:
      throw new Error(predicate.type);
  }
}

describe('a simplified condition', () => {
  it('holds for the same rows', () => {
    fc.assert(
      fc.property(tree, row, (predicate, of) => {
        expect(holds(shortest([predicate]) ?? predicate, of) === true).toBe(holds(predicate, of) === true);
      }),
      manyRuns(2_000),
    );
  });

  it('has one list of the statuses that both a policy and a request allow', () => {
    const policy: Predicate = { type: 'or', of: [list(status, ['a']), list(status, ['b'])] };
    expect(shortest([policy, list(status, ['b', 'a', 'c'])])).toEqual(list(status, ['a', 'b']));
    expect(shortest([policy, list(status, ['c'])])).toEqual(list(status, []));
  });

  it('omits statuses that each alternative is limited to', () => {
    const owned: Predicate = { type: 'and', of: [list(status, ['b']), list(other, ['d'])] };
    const policy: Predicate = { type: 'or', of: [list(status, ['a']), owned] };
    expect(shortest([policy, list(status, ['a', 'b'])])).toEqual(policy);
    expect(shortest([policy, list(status, ['a'])])).toEqual({ type: 'and', of: [list(status, ['a']), policy] });
  });

  it('does not merge values that may be equal although their texts differ', () => {
    const ofFolding: Predicate = { type: 'and', of: [list(folding, ['a']), list(folding, ['A'])] };
    expect(shortest([ofFolding])).toEqual(ofFolding);
    const padded: Predicate = { type: 'and', of: [list(status, ['a']), list(status, ['a '])] };
    expect(shortest([padded])).toEqual(padded);
  });
});
