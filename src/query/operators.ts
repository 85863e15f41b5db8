/** How a condition is compiled. The operators of one family differ only in their SQL. */
type OperatorFamily = 'compare' | 'list' | 'range' | 'presence' | 'emptiness' | 'pattern' | 'relation';

export interface Operator {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly family: OperatorFamily;
  /** SQL comparison sign of the family `compare`. */
  readonly sign?: '=' | '<>' | '<' | '<=' | '>' | '>=';
  readonly negated?: true;
  /** The value is a pattern with `%` and `_`, not a substring. */
  readonly wildcards?: true;
  /** Where in the text the value must occur; anywhere by default. */
  readonly anchor?: 'start' | 'end' | 'whole';
  readonly help: string;
}

/** Case-insensitive text comparisons that no filter of the query language offers. */
export const textOperators = {
  is: { name: 'is', aliases: [], family: 'pattern', anchor: 'whole', help: 'equal without case' },
  starts: { name: 'starts', aliases: [], family: 'pattern', anchor: 'start', help: 'begins with' },
  ends: { name: 'ends', aliases: [], family: 'pattern', anchor: 'end', help: 'ends with' },
} as const satisfies Record<string, Operator>;

/** The filter operators. (Contract, Q-120 to Q-137.) */
export const operators: readonly Operator[] = [
  { name: 'eq', aliases: ['='], family: 'compare', sign: '=', help: 'equal' },
  { name: 'neq', aliases: ['!=', '<>'], family: 'compare', sign: '<>', help: 'not equal' },
  { name: 'lt', aliases: ['<'], family: 'compare', sign: '<', help: 'less than' },
  { name: 'lte', aliases: ['<='], family: 'compare', sign: '<=', help: 'less than or equal' },
  { name: 'gt', aliases: ['>'], family: 'compare', sign: '>', help: 'greater than' },
  { name: 'gte', aliases: ['>='], family: 'compare', sign: '>=', help: 'greater than or equal' },
  { name: 'in', aliases: [], family: 'list', help: 'one of the comma-separated values' },
  { name: 'nin', aliases: [], family: 'list', negated: true, help: 'none of the values' },
  { name: 'null', aliases: [], family: 'presence', help: 'is null' },
  { name: 'nnull', aliases: [], family: 'presence', negated: true, help: 'is not null' },
  { name: 'contains', aliases: ['like'], family: 'pattern', help: 'contains the substring' },
  { name: 'ncontains', aliases: ['nlike'], family: 'pattern', negated: true, help: 'does not contain the substring' },
  { name: 'rlike', aliases: [], family: 'pattern', wildcards: true, help: 'matches a pattern with % and _' },
  {
    name: 'nrlike',
    aliases: [],
    family: 'pattern',
    wildcards: true,
    negated: true,
    help: 'does not match the pattern',
  },
  { name: 'between', aliases: [], family: 'range', help: 'between two comma-separated values' },
  { name: 'nbetween', aliases: [], family: 'range', negated: true, help: 'not between two values' },
  { name: 'empty', aliases: [], family: 'emptiness', help: 'null or falsy' },
  { name: 'nempty', aliases: [], family: 'emptiness', negated: true, help: 'not null or falsy' },
  { name: 'all', aliases: [], family: 'relation', help: 'has all the given related item ids' },
  { name: 'has', aliases: [], family: 'relation', help: 'has at least the given number of related items' },
  { name: 'nhas', aliases: [], family: 'relation', negated: true, help: 'has fewer than the given number' },
];

const byName: ReadonlyMap<string, Operator> = new Map(
  operators.flatMap((operator) => [operator.name, ...operator.aliases].map((name) => [name, operator] as const)),
);

/** The operator with this name or alias; undefined if there is none. Case matters. */
export function operatorOf(name: string): Operator | undefined {
  return byName.get(name);
}

/** Whether an operator excludes its values, instead of requiring one of them. */
export const excludesValues = ({ family, sign, negated }: Operator): boolean =>
  sign === '<>' || (family === 'list' && negated === true);

/** The operator with a name that must exist. */
export function operatorNamed(name: string): Operator {
  const operator = operatorOf(name);
  if (!operator) throw new Error(`no operator is called ${name}`);
  return operator;
}
