import { pathOf } from '../api/items.ts';
import type { ServerFilter } from './filter/server.ts';

/** A list as a request: its fields, filter and order. */
export interface Request {
  /** The address of the project. */
  readonly base: string;
  readonly collection: string;
  readonly fields: readonly string[];
  readonly filter: ServerFilter | null;
  readonly q?: string;
  readonly status?: string;
  readonly sort?: string;
}

/** The parameters of a request, in the order in which people write them. */
function parametersOf({ fields, filter, q, status, sort }: Request): readonly (readonly [string, string])[] {
  const all: readonly (readonly [string, string | undefined])[] = [
    ['fields', fields.join()],
    ['filter', filter ? JSON.stringify(filter) : undefined],
    ['q', q],
    ['status', status],
    ['sort', sort],
  ];
  return all.filter((entry): entry is readonly [string, string] => Boolean(entry[1]));
}

/** The address of a file with everything that a request lists. */
export function exportAddress(request: Request, format: 'csv' | 'json' | 'xml'): string {
  const search = new URLSearchParams(
    [...parametersOf(request), ['limit', '-1'], ['export', format]].map((pair) => [...pair]),
  );
  return `${request.base}${pathOf(request.collection)}?${search}`;
}

/** A request for the command line. The token is in a variable. */
export function curlOf(request: Request): string {
  const lines = parametersOf(request).map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`);
  const address = quoted(request.base + pathOf(request.collection));
  return [`curl -G ${address}`, '-H "Authorization: Bearer $TOKEN"', ...lines].join(' \\\n  ');
}

/** Any text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A request for the typed client. */
export function clientCodeOf(request: Request): string {
  const { filter, fields, q, status, sort } = request;
  const query = {
    fields,
    ...(filter && { filter: Array.isArray(filter) ? { or: filter.map(simplified) } : simplified(filter as Members) }),
    ...(q && { q }),
    ...(status && { status }),
    ...(sort && { sort: [sort] }),
  };
  return `import { octavo } from '@octavo/client';

const db = octavo(${literal(request.base)}, { token: process.env.TOKEN });
const items = await db.${accessor(request.collection)}.list(${written(query, '')});
`;
}

/** Copies a request in a form. */
export async function copyAs(write: 'curlOf' | 'clientCodeOf', request: Request): Promise<void> {
  const { copyToClipboard } = await import('../ui/clipboard.ts');
  await copyToClipboard({ curlOf, clientCodeOf }[write](request));
}

type Members = Readonly<Record<string, unknown>>;

/** A field with a single comparison needs no list. */
function simplified(fields: Members): Members {
  const entries = Object.entries(fields).map(([path, list]) => {
    const comparisons = list as readonly unknown[];
    return [path, comparisons.length === 1 ? comparisons[0] : { and: comparisons }] as const;
  });
  return Object.fromEntries(entries);
}

function accessor(collection: string): string {
  const [, , name] = /^(\/items)?\/(.+)$/.exec(pathOf(collection)) ?? [];
  return collection.startsWith('directus_') && name ? name : `items(${literal(collection)})`;
}

/** A value as source text. */
export function written(value: unknown, indent: string): string {
  if (Array.isArray(value)) return `[${value.map((each) => written(each, indent)).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? literal(value) : String(value);
  const lines = Object.entries(value).map(
    ([name, inner]) => `${indent}  ${member(name)}: ${written(inner, `${indent}  `)},\n`,
  );
  return `{\n${lines.join('')}${indent}}`;
}

const member = (name: string): string => (/^[a-z_$][\w$]*$/i.test(name) ? name : literal(name));

/** A text as a literal of JavaScript. */
export const literal = (text: string): string =>
  `'${text.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
