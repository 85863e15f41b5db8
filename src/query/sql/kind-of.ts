import type { Kind } from '../../schema/datatypes.ts';
import type { Expression } from './nodes.ts';

/** The kind of an expression's values; text by default. */
export function kindOf(expression: Expression): Kind {
  if (expression.type === 'column' || expression.type === 'parameter') return expression.kind;
  if (expression.type === 'count') return 'integer';
  if (expression.type === 'part') return expression.part === 'date' ? 'date' : 'integer';
  if (expression.type === 'truth') return 'integer';
  if (expression.type === 'aggregate') return kindOfAggregate(expression);
  if (expression.type === 'wholeNumber') return 'bigint';
  if (expression.type === 'decimalNumber') return 'decimal';
  if (expression.type === 'scalar') return expression.select.columns[0] ? kindOf(expression.select.columns[0]) : 'text';
  if (isAlike(expression)) return kindOf(expression.of);
  return expression.type === 'when' ? kindOf(expression.value) : 'text';
}

type Alike = Extract<Expression, { type: 'place' | 'sortKey' | 'unindexed' | 'shown' }>;

const ALIKE: ReadonlySet<Expression['type']> = new Set<Alike['type']>(['place', 'sortKey', 'unindexed', 'shown']);

/** Whether an expression has values of the same kind as the one that it is made of. */
const isAlike = (expression: Expression): expression is Alike => ALIKE.has(expression.type);

function kindOfAggregate({ function: name, of }: Extract<Expression, { type: 'aggregate' }>): Kind {
  if (name === 'count' || name === 'countDistinct') return 'integer';
  return name === 'avg' ? 'float' : kindOf(of);
}
