import type { Condition, Where } from '../../query/ast.ts';
import { type Operator, operatorNamed, textOperators } from '../../query/operators.ts';
import type { CompareOperator } from './node.ts';

const EXACT: Readonly<Record<CompareOperator, Operator>> = {
  eq: operatorNamed('eq'),
  ne: operatorNamed('eq'),
  co: operatorNamed('contains'),
  sw: textOperators.starts,
  ew: textOperators.ends,
  gt: operatorNamed('gt'),
  ge: operatorNamed('gte'),
  lt: operatorNamed('lt'),
  le: operatorNamed('lte'),
};
const WITHOUT_CASE: typeof EXACT = { ...EXACT, eq: textOperators.is, ne: textOperators.is };
const PRESENT = operatorNamed('nnull');

/** Builds conditions and collects the texts that they compare with. Each condition is true or false, never unknown. */
export class Conditions {
  readonly values: string[] = [];

  /** Compares a text; for null, only `ne` holds. */
  text(path: readonly string[], operator: CompareOperator, value: string, exact: boolean): Where {
    const compared = this.#of(path, (exact ? EXACT : WITHOUT_CASE)[operator], [value]);
    const known: Where = { type: 'and', of: [this.present(path), compared] };
    return operator === 'ne' ? { type: 'not', of: known } : known;
  }

  number(path: readonly string[], value: number): Where {
    return this.#of(path, operatorNamed('eq'), [String(value)]);
  }

  present(path: readonly string[]): Where {
    return this.#of(path, PRESENT, []);
  }

  #of(path: readonly string[], operator: Operator, texts: readonly string[]): Where {
    const condition: Condition = { path, operator, first: this.values.length, count: texts.length, or: false };
    this.values.push(...texts);
    return { type: 'condition', condition };
  }
}

/** Equal for conditions that differ only in values. */
export function shapeOf(where: Where): unknown {
  switch (where.type) {
    case 'and':
    case 'or':
      return [where.type, where.of.map(shapeOf)];
    case 'not':
      return ['not', shapeOf(where.of)];
    case 'sameKey':
      return [where.table.name, shapeOf(where.of)];
    case 'constant':
      return where.value;
    case 'condition':
      return [where.condition.path, where.condition.operator.name, where.condition.first];
  }
}
