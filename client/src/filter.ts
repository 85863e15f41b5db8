const OPERATORS = new Set(
  'eq neq lt lte gt gte in nin null nnull contains ncontains rlike nrlike between nbetween empty nempty all has nhas'.split(
    ' ',
  ),
);

/** Conditions that must all hold, as a list of comparisons. */
type Terms = readonly (readonly [path: string, operator: string, value: unknown])[];

/** A filter in the form that the server parses: an object or, if there are alternatives, a list of objects. */
export function filterText(filter: unknown): string | undefined {
  const found = alternatives(filter ?? {}, '').map(written);
  if (found.some((each) => Object.keys(each).length === 0)) return undefined;
  return JSON.stringify(found.length === 1 ? found[0] : found);
}

/** A filter as a list of alternatives, one of which must hold: OR on the outside, AND within. */
function alternatives(filter: unknown, path: string): Terms[] {
  if (!isObject(filter)) return [[[path, 'eq', filter]]];
  return Object.entries(filter).reduce<Terms[]>((all, [name, value]) => both(all, named(name, value, path)), [[]]);
}

function named(name: string, value: unknown, path: string): Terms[] {
  if (value === undefined) return [[]];
  if (Array.isArray(value) && name === 'or') return value.flatMap((each) => alternatives(each, path));
  if (Array.isArray(value) && name === 'and')
    return value.map((each) => alternatives(each, path)).reduce<Terms[]>(both, [[]]);
  if (path && OPERATORS.has(name)) return [[[path, name, value]]];
  return alternatives(value, path ? `${path}.${name}` : name);
}

const both = (left: Terms[], right: Terms[]): Terms[] => left.flatMap((a) => right.map((b) => [...a, ...b]));

/** Each field with the list of its comparisons. */
function written(terms: Terms): Record<string, unknown[]> {
  const fields: Record<string, unknown[]> = Object.create(null);
  for (const [path, operator, value] of terms) fields[path] = [...(fields[path] ?? []), { [operator]: value }];
  return fields;
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
