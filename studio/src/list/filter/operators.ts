/** How many values an operator takes. */
type Takes = 'nothing' | 'one' | 'two' | 'list';

interface Operator {
  /** How the query language writes it. */
  readonly text: string;
  readonly takes: Takes;
}

/** The operators of the API, in the order in which people look for them. */
export const OPERATORS = {
  eq: { text: '=', takes: 'one' },
  neq: { text: '!=', takes: 'one' },
  gt: { text: '>', takes: 'one' },
  gte: { text: '>=', takes: 'one' },
  lt: { text: '<', takes: 'one' },
  lte: { text: '<=', takes: 'one' },
  in: { text: 'in', takes: 'list' },
  nin: { text: 'not in', takes: 'list' },
  contains: { text: 'contains', takes: 'one' },
  ncontains: { text: 'not contains', takes: 'one' },
  rlike: { text: 'like', takes: 'one' },
  nrlike: { text: 'not like', takes: 'one' },
  between: { text: 'between', takes: 'two' },
  nbetween: { text: 'not between', takes: 'two' },
  null: { text: 'is null', takes: 'nothing' },
  nnull: { text: 'is not null', takes: 'nothing' },
  empty: { text: 'is empty', takes: 'nothing' },
  nempty: { text: 'is not empty', takes: 'nothing' },
  has: { text: 'has at least', takes: 'one' },
  nhas: { text: 'has fewer than', takes: 'one' },
  all: { text: 'has all', takes: 'list' },
} as const satisfies Readonly<Record<string, Operator>>;

export type OperatorName = keyof typeof OPERATORS;

export const operatorNames = Object.keys(OPERATORS) as readonly OperatorName[];

/** How many values an operator takes. */
export const takes = (name: OperatorName): Takes => OPERATORS[name].takes;

export const isOperator = (name: string): name is OperatorName => Object.hasOwn(OPERATORS, name);
