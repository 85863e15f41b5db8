import { type Condition, condition, type Expression, join } from '../../list/filter/expression.ts';
import { isOperator, type OperatorName, takes } from '../../list/filter/operators.ts';

/** A filter as rules store it: operators with their values, by path. */
export type RuleFilter = Readonly<Record<string, unknown>>;

type Tests = Record<string, unknown>;
type Alternatives = readonly (readonly Condition[])[];

const isObject = (value: unknown): value is Tests =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A stored filter as an expression; null if it has a form that cannot be shown so. */
export function expressionOf(filter: RuleFilter): Expression | null {
  const alternatives: Condition[][] = [[]];
  for (const [path, given] of Object.entries(filter)) {
    const { logical, ...tests } = isObject(given) ? given : { eq: given };
    for (const [name, value] of Object.entries(tests)) {
      if (!isOperator(name)) return null;
      const isFirst = alternatives[0]?.length === 0;
      if (logical === 'or' && !isFirst) alternatives.push([]);
      alternatives.at(-1)?.push(condition(path, name, valuesOf(name, value)));
    }
  }
  return join(
    'or',
    alternatives.map((each) => join('and', each)).filter((each) => each !== null),
  );
}

function valuesOf(operator: OperatorName, value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  const text = String(value ?? '');
  return ['list', 'two'].includes(takes(operator)) ? text.split(',') : [text];
}

/** An expression as rules store it; null if it needs a path twice in a way that they cannot say. */
export function filterOf(expression: Expression): RuleFilter | null {
  const filter: Record<string, Tests> = Object.create(null);
  for (const [index, alternative] of merged(alternativesOf(expression)).entries()) {
    const groups = grouped(alternative, ({ path }) => path);
    const ordered = index === 0 ? [...groups] : openingFirst([...groups]);
    if (!ordered) return null;
    for (const [at, [path, conditions]] of ordered.entries()) {
      const names = new Set(conditions.map(({ operator }) => operator));
      if (path in filter || names.size < conditions.length) return null;
      const tests = Object.fromEntries(conditions.map((each) => [each.operator, sentValue(each)]));
      filter[path] = index > 0 && at === 0 ? { ...tests, logical: 'or' } : tests;
    }
  }
  return { ...filter };
}

/** An alternative begins with a path of one condition, which `or` then joins to what is in front of it. */
function openingFirst(groups: readonly [string, Condition[]][]): readonly [string, Condition[]][] | null {
  const opens = groups.find(([, of]) => of.length === 1);
  return opens ? [opens, ...groups.filter((each) => each !== opens)] : null;
}

function sentValue({ operator, values }: Condition): unknown {
  const how = takes(operator);
  if (how === 'nothing') return true;
  return how === 'one' ? values[0] : values;
}

function alternativesOf(expression: Expression): Alternatives {
  if (expression.kind === 'condition') return [[expression]];
  const parts = expression.of.map(alternativesOf);
  if (expression.kind === 'or') return parts.flat();
  return parts.reduce<Alternatives>(
    (all, part) => all.flatMap((left) => part.map((right) => [...left, ...right])),
    [[]],
  );
}

/** Alternatives that compare one path with one value each are a list of values. */
function merged(alternatives: Alternatives): Alternatives {
  const isEqual = ([first, ...rest]: readonly Condition[]): boolean =>
    first !== undefined && rest.length === 0 && ['eq', 'in'].includes(first.operator);
  const groups = grouped(alternatives, (each, index) => (isEqual(each) ? `=${each[0]?.path}` : `#${index}`));
  return [...groups.values()].map((same) => {
    const [first = []] = same;
    const path = first[0]?.path ?? '';
    return same.length === 1
      ? first
      : [
          condition(
            path,
            'in',
            same.flatMap((each) => each[0]?.values ?? []),
          ),
        ];
  });
}

function grouped<T>(list: readonly T[], keyOf: (each: T, index: number) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [index, each] of list.entries()) {
    const key = keyOf(each, index);
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return groups;
}
