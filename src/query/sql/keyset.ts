import { storedAt } from '../position.ts';
import { kindOf } from './kind-of.ts';
import { and, type Comparison, type Expression, FALSE, type Order, or } from './nodes.ts';

/** One comparison of a row with a position; a text takes two. */
interface Key {
  readonly left: Expression;
  readonly right: Expression;
  readonly descending: boolean;
  readonly nulls: 'start' | 'end' | 'none';
  /** The position is null here. */
  readonly isNull: boolean;
}

/** A segment of the rows after a position, with the order within it. */
export interface Segment {
  readonly where: Expression;
  readonly order: readonly Order[];
}

/**
 * Returns the segments that make up the rows after the binding's position: first the rows whose first term is null, or
 * not null, as in the position, then the others if they sort later. An index finds the start of each segment. `nulls`
 * says which values of the position are null.
 */
export function beyond(order: readonly Order[], nulls: readonly boolean[], rowValues: boolean): Segment[] {
  const [first, ...others] = order.flatMap((term, index) => keysOf(term, index, nulls[index] ?? false));
  if (!first) return [];
  const here = { ...first, nulls: first.isNull ? 'end' : 'none' } as const;
  const alike = { where: afterwards([here, ...others], rowValues), order: among(order, first.isNull) };
  const isLast = first.nulls !== (first.isNull ? 'start' : 'end');
  return isLast ? [alike] : [alike, { where: absent(first, first.isNull), order: among(order, !first.isNull) }];
}

/** The order of rows whose first term is always, or never, null. */
function among([first, ...rest]: readonly Order[], isNull: boolean): readonly Order[] {
  return first && !isNull ? [{ ...first, nulls: 'none' }, ...rest] : rest;
}

/**
 * The outermost condition is a range of the first key, so a row within it whose first key differs sorts later. Testing
 * that with `<>` keeps engines that use an index for row comparisons from scanning each alternative separately; the
 * others scan the complete range.
 */
function afterwards(keys: readonly Key[], rowValues: boolean): Expression {
  const [first] = keys;
  if (rowValues && keys.length > 1 && keys.every((key) => isPlain(key) && key.descending === first?.descending)) {
    const [left, right] = [keys.map((key) => key.left), keys.map((key) => key.right)];
    return { type: 'compareRows', sign: first?.descending ? '<' : '>', left, right };
  }
  const range = first && !first.isNull && keys.length > 1 ? compare(first, first.descending ? '<=' : '>=') : null;
  const onward = (key: Key): Expression | null =>
    key === first && range && rowValues ? compare(key, '<>') : further(key);
  const exact = keys.reduceRight<Expression | null>(
    (rest, key) => or([onward(key), rest && and([equal(key), rest])]),
    null,
  );
  return and([range, exact]) ?? FALSE;
}

function keysOf({ by, descending, nulls, text }: Order, index: number, isNull: boolean): Key[] {
  const atEnd = nulls === 'last' || (nulls === null && descending);
  const key: Key = {
    left: by,
    right: atPlace(by, index),
    descending,
    nulls: nulls === 'none' ? 'none' : atEnd ? 'end' : 'start',
    isNull,
  };
  if (!text || isNull) return [key];
  const form = (of: Expression, folded: boolean): Expression => ({ type: 'sortKey', of, folded });
  return [
    { ...key, left: form(by, true), right: form(key.right, true) },
    { ...key, left: form(by, false), right: form(key.right, false), nulls: 'none' },
  ];
}

const isPlain = ({ nulls, isNull }: Key): boolean => !isNull && nulls !== 'end';

/** A parameter: the value of the binding's position for a term of the order. */
export function atPlace(by: Expression, index: number): Expression {
  const kind = kindOf(by);
  return { type: 'parameter', kind, source: ({ position }) => storedAt(position?.[index], kind) };
}

function compare({ left, right }: Key, sign: Comparison): Expression {
  return { type: 'compare', sign, left, right };
}

const absent = ({ left }: Key, negated = false): Expression => ({ type: 'null', of: left, negated });

function further(key: Key): Expression | null {
  if (key.isNull) return key.nulls === 'start' ? absent(key, true) : null;
  const later = compare(key, key.descending ? '<' : '>');
  return key.nulls === 'end' ? or([later, absent(key)]) : later;
}

const equal = (key: Key): Expression => (key.isNull ? absent(key) : compare(key, '='));
