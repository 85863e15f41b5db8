import { type OperatorName, takes } from './operators.ts';

/** A filter: a condition, or several that are joined. */
export type Expression = Condition | Group;

/** A field, or a path through relations, compared with values. */
export interface Condition {
  readonly kind: 'condition';
  readonly path: string;
  readonly operator: OperatorName;
  readonly values: readonly string[];
}

export interface Group {
  readonly kind: 'and' | 'or';
  readonly of: readonly Expression[];
}

/** The position of a part of an expression: the indices of the parts that lead to it. */
export type Place = readonly number[];

/** A condition with as many values as its operator takes. */
export function condition(path: string, operator: OperatorName, values: readonly string[] = []): Condition {
  const count = { nothing: 0, one: 1, two: 2, list: values.length }[takes(operator)];
  return { kind: 'condition', path, operator, values: Array.from({ length: count }, (_, at) => values[at] ?? '') };
}

/** Joins expressions; null for none. Groups of the same kind are merged. */
export function join(kind: Group['kind'], parts: readonly Expression[]): Expression | null {
  const of = parts.flatMap((part) => (part.kind === kind ? part.of : [part]));
  return of.length > 1 ? { kind, of } : (of[0] ?? null);
}

/** The part at a position. */
export function partAt(expression: Expression | null, place: Place): Expression | null {
  const [first, ...rest] = place;
  if (!expression || first === undefined) return expression;
  return expression.kind === 'condition' ? null : partAt(expression.of[first] ?? null, rest);
}

/** The expression with the part at a position replaced or removed. */
export function withPart(expression: Expression, place: Place, part: Expression | null): Expression | null {
  const [first, ...rest] = place;
  if (first === undefined) return part;
  if (expression.kind === 'condition') return expression;
  const of = expression.of.map((each, at) => (at === first ? withPart(each, rest, part) : each));
  return join(
    expression.kind,
    of.filter((each) => each !== null),
  );
}

/** The conditions of an expression, from left to right. */
export const conditionsOf = (expression: Expression | null): readonly Condition[] =>
  expression === null ? [] : expression.kind === 'condition' ? [expression] : expression.of.flatMap(conditionsOf);

/** The parts of an AND, or the expression alone. */
export const partsOf = (expression: Expression | null): readonly Expression[] =>
  expression === null ? [] : expression.kind === 'and' ? expression.of : [expression];
