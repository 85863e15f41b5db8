import { type Condition, conditionsOf, type Expression } from './expression.ts';
import { type OperatorName, takes } from './operators.ts';

/** Alternatives: a list of conditions each, all of which must hold. */
type Alternatives = readonly (readonly Condition[])[];

/** A filter in the server's form: an object, or a list of which one must hold. */
export type ServerFilter = Readonly<Record<string, unknown>> | readonly Readonly<Record<string, unknown>>[];

/** How a value of a path is sent. */
type Resolve = (path: string, value: string, operator: OperatorName) => string;

/** Writes a filter for the API's parameter; null for none. */
export function serverFilter(
  expression: Expression | null,
  resolve: Resolve = (_, value) => value,
): ServerFilter | null {
  if (!expression) return null;
  const found = alternativesOf(expression).map((conditions) => objectOf(conditions, resolve));
  return found.length === 1 ? (found[0] ?? null) : found;
}

/** The same for the typed client, which takes alternatives under `or`. */
export function clientFilter(expression: Expression | null, resolve?: Resolve): unknown {
  const filter = serverFilter(expression, resolve);
  if (filter === null) return undefined;
  const wrap = (each: Readonly<Record<string, unknown>>): unknown => ({ and: conditionsIn(each) });
  return Array.isArray(filter) ? { or: filter.map(wrap) } : wrap(filter as Readonly<Record<string, unknown>>);
}

const conditionsIn = (fields: Readonly<Record<string, unknown>>): unknown[] =>
  Object.entries(fields).flatMap(([path, list]) => (list as unknown[]).map((each) => ({ [path]: each })));

function alternativesOf(expression: Expression): Alternatives {
  if (expression.kind === 'condition') return [[expression]];
  const parts = expression.of.map(alternativesOf);
  if (expression.kind === 'or') return parts.flat();
  return parts.reduce<Alternatives>(
    (all, part) => all.flatMap((left) => part.map((right) => [...left, ...right])),
    [[]],
  );
}

function objectOf(conditions: readonly Condition[], resolve: Resolve): Record<string, unknown> {
  const fields: Record<string, unknown[]> = Object.create(null);
  for (const { path, operator, values } of conditions) {
    const sent = values.map((value) => resolve(path, value, operator));
    const value = { nothing: () => true, one: () => sent[0], two: () => sent, list: () => sent }[takes(operator)]();
    fields[path] = [...(fields[path] ?? []), { [operator]: value }];
  }
  return { ...fields };
}

/** Whether a filter names a value of a field: then the list includes items that are otherwise hidden. */
export const asksFor = (expression: Expression | null, path: string, values: readonly string[]): boolean =>
  conditionsOf(expression).some(
    (each) =>
      each.path === path && ['eq', 'in'].includes(each.operator) && each.values.some((value) => values.includes(value)),
  );
