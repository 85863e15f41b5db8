import type { Where } from '../../query/ast.ts';
import type { Collection } from '../../schema/collection.ts';
import { isRecord } from '../../shared/is-record.ts';
import { hasIdentifier, relatesToIdentifier } from '../identifier.ts';
import { type ScimRequest, seesAll } from '../request.ts';
import type { Attribute } from '../schema/attribute.ts';
import type { Conditions } from './conditions.ts';
import { asBoolean, matches } from './evaluate.ts';
import type { CompareOperator, FilterValue } from './node.ts';
import { invalidFilter } from './tokens.ts';

/** A test on one attribute: a comparison, or `pr`. */
type Test = { readonly operator: CompareOperator; readonly value: FilterValue } | 'present';

/** Builds the condition of a test on one attribute. */
export type Compared = (request: ScimRequest, conditions: Conditions, test: Test, name: string) => Where;

/** A text in a column, or in that of a related item. */
export function textAt(path: readonly string[], exact = false): Compared {
  return (_request, conditions, test, name) => tested(conditions, path, test, name, exact);
}

/** A text in an internal table, which only administrators and provisioners may read. */
export function rowText(table: Collection, column: string, exact = false): Compared {
  return (request, conditions, test, name) => {
    if (!seesAll(request)) throw invalidFilter(`you may not filter by "${name}"`);
    return negatable(test, (plain) => withScimRow(table, tested(conditions, [column], plain, name, exact)));
  };
}

/** A date-time in such a table. */
export function rowDate(table: Collection, column: string): Compared {
  const text = rowText(table, column, true);
  return (request, conditions, test, name) =>
    text(request, conditions, test === 'present' ? test : dated(test, name), name);
}

function dated({ operator, value }: Exclude<Test, 'present'>, name: string): Test {
  const at = typeof value === 'string' ? new Date(value) : null;
  if (!at || Number.isNaN(at.getTime()) || ['co', 'sw', 'ew'].includes(operator))
    throw invalidFilter(`"${name}" is compared with a date-time such as "2026-01-31T12:00:00Z"`);
  return { operator, value: at.toISOString().slice(0, 19).replace('T', ' ') };
}

/** A condition on the internal row with the same key. */
export function withScimRow(table: Collection, of: Where): Where {
  return { type: 'sameKey', table, of };
}

/** `ne` and comparisons with null hold wherever the opposite does not, including where there is no row. */
export function negatable(test: Test, positive: (test: Test) => Where): Where {
  if (test === 'present') return positive(test);
  if (test.value === null) return negated(test.operator === 'eq', positive('present'));
  return test.operator === 'ne' ? negated(true, positive({ ...test, operator: 'eq' })) : positive(test);
}

const negated = (is: boolean, of: Where): Where => (is ? { type: 'not', of } : of);

function tested(conditions: Conditions, path: readonly string[], test: Test, name: string, exact: boolean): Where {
  return negatable(test, (plain) => {
    if (plain === 'present') return conditions.present(path);
    if (typeof plain.value !== 'string') throw invalidFilter(`"${name}" is compared with a text in quotes`);
    return conditions.text(path, plain.operator, plain.value, exact);
  });
}

/** The identifier of the row itself. */
const identifier: Compared = (_request, conditions, test, name) =>
  negatable(test, (plain) => {
    if (plain === 'present') return { type: 'constant', value: true };
    if (typeof plain.value !== 'string') throw invalidFilter(`"${name}" is compared with a text in quotes`);
    if (plain.operator === 'eq') return hasIdentifier(conditions, plain.value);
    return conditions.text(['external_id'], plain.operator, plain.value, true);
  });

/** The identifier of a related row. */
export function identifierAt(relation: string): Compared {
  return (_request, conditions, test, name) =>
    negatable(test, (plain) => {
      if (plain === 'present') return conditions.present([relation, 'id']);
      if (typeof plain.value !== 'string') throw invalidFilter(`"${name}" is compared with a text in quotes`);
      if (plain.operator === 'eq') return relatesToIdentifier(conditions, relation, plain.value);
      return conditions.text([relation, 'external_id'], plain.operator, plain.value, true);
    });
}

/** The identifier or the key of the row: without SCIM's media type, both are accepted. (Contract, C-22.) */
export const identifierOrKey: Compared = (request, conditions, test, name) => {
  const named = identifier(request, conditions, test, name);
  if (request.standard || test === 'present' || test.operator !== 'eq') return named;
  const key = String(test.value);
  return /^\d{1,9}$/.test(key) ? { type: 'or', of: [named, conditions.number(['id'], Number(key))] } : named;
};

/** A constant attribute. */
export function constant(attribute: Attribute, held: string | boolean): Compared {
  return (_request, _conditions, test) => {
    const { name } = attribute;
    const node =
      test === 'present'
        ? ({ type: 'present', path: name } as const)
        : ({ type: 'compare', path: name, ...test } as const);
    const entry: unknown = { [name]: held };
    return { type: 'constant', value: isRecord(entry) && matches(entry, [attribute], node) };
  };
}

/** A boolean attribute: true if a column has a certain value. */
export function flag(path: readonly string[], meaning: string): Compared {
  return (_request, conditions, test, name) =>
    negatable(test, (plain) => {
      if (plain === 'present') return { type: 'constant', value: true };
      const wanted = asBoolean(plain.value);
      if (typeof wanted !== 'boolean' || plain.operator !== 'eq')
        throw invalidFilter(`"${name}" is compared by "eq" or "ne" with true or false`);
      return negated(!wanted, conditions.text(path, 'eq', meaning, true));
    });
}
