import { filterText } from './filter.ts';

type Parameters = Readonly<Record<string, unknown>>;

/** The query string of a request, with its `?`. Lists are joined by commas, and objects use brackets. */
export function queryString(parameters: Parameters): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (name === 'filter') add(search, name, filterText(value));
    else if (Array.isArray(value)) add(search, name, value.join());
    else add(search, name, value);
  }
  const text = search.toString();
  return text && `?${text}`;
}

function add(search: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  if (typeof value !== 'object') search.append(name, String(value));
  else
    for (const [key, inner] of Object.entries(value)) add(search, `${name}[${Array.isArray(value) ? '' : key}]`, inner);
}
