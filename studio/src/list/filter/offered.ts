import type { Field } from '../../model/field.ts';
import { type Kind, kindOf } from '../kinds.ts';
import { type OperatorName, operatorNames } from './operators.ts';

const ORDERED: readonly OperatorName[] = [
  'gte',
  'lte',
  'gt',
  'lt',
  'eq',
  'neq',
  'between',
  'nbetween',
  'in',
  'nin',
  'null',
  'nnull',
];
const LISTED: readonly OperatorName[] = ['eq', 'neq', 'in', 'nin', 'null', 'nnull'];
const TEXT: readonly OperatorName[] = [
  'contains',
  'ncontains',
  'eq',
  'neq',
  'in',
  'nin',
  'rlike',
  'nrlike',
  'gt',
  'lt',
  'empty',
  'nempty',
  'null',
  'nnull',
];

const BY_KIND: Partial<Record<Kind, readonly OperatorName[]>> = {
  status: LISTED,
  choice: LISTED,
  boolean: ['eq', 'null', 'nnull'],
  number: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  time: ORDERED,
  item: ['eq', 'neq', 'in', 'nin', 'contains', 'ncontains', 'null', 'nnull'],
  user: ['eq', 'neq', 'in', 'nin', 'contains', 'ncontains', 'null', 'nnull'],
  file: ['null', 'nnull', 'contains', 'ncontains', 'eq'],
  list: ['nempty', 'empty', 'has', 'nhas', 'eq', 'in', 'all'],
};

/** The operators that make sense for a field, the usual one first. The text of a filter takes all of them. */
export const offeredOperators = (field: Field): readonly OperatorName[] => BY_KIND[kindOf(field)] ?? TEXT;

/** The operators that the server accepts for a field. */
export const possibleOperators = (field: Field): readonly OperatorName[] =>
  field.isAlias ? operatorNames : operatorNames.filter((name) => !['has', 'nhas', 'all'].includes(name));
