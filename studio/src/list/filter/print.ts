import type { Condition, Expression } from './expression.ts';
import { OPERATORS, takes } from './operators.ts';
import { isReserved } from './parse.ts';

/** Writes a filter in the query language; parsing it returns the same filter. */
export function printFilter(expression: Expression | null): string {
  if (!expression) return '';
  if (expression.kind === 'condition') return printCondition(expression);
  const parts = expression.of.map((part) =>
    part.kind === 'or' || part.kind === expression.kind ? `(${printFilter(part)})` : printFilter(part),
  );
  return parts.join(` ${expression.kind} `);
}

function printCondition({ path, operator, values }: Condition): string {
  const name = isWord(path) ? path : `\`${path}\``;
  return [name, OPERATORS[operator].text, printValues(takes(operator), values.map(printValue))]
    .filter(Boolean)
    .join(' ');
}

function printValues(kind: ReturnType<typeof takes>, values: readonly string[]): string {
  if (kind === 'nothing') return '';
  if (kind === 'list') return `(${values.length > 0 ? values.join(', ') : '""'})`;
  return values.join(' and ');
}

/** A value, quoted if necessary. */
export const printValue = (value: string): string => (isWord(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`);

const isWord = (text: string): boolean => /^[^\s()",=<>!`\\]+$/.test(text) && !isReserved(text);
