import { parseFilter } from '../../list/filter/parse.ts';
import { serverFilter } from '../../list/filter/server.ts';
import type { Method, Operation } from './operations.ts';

/** A request that is being written: values of parameters as texts, and the body as JSON. */
export interface Draft {
  readonly method: Method;
  readonly path: string;
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

type Query = Readonly<Record<string, unknown>>;

const PREFIX = 'p.';

/** A draft as the query of Studio's address. It contains only what was typed. */
export function queryOf({ method, path, values, body }: Draft): Record<string, string> {
  const typed = Object.entries(values).filter(([, value]) => value !== '');
  return {
    method,
    path,
    ...Object.fromEntries(typed.map(([name, value]) => [PREFIX + name, value])),
    ...(body.trim() !== '' && { body }),
  };
}

/** The draft of an operation in an address. */
export function draftOf({ method, path }: Operation, query: Query): Draft {
  const values = Object.entries(query).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && typeof value === 'string' ? [[name.slice(PREFIX.length), value] as const] : [],
  );
  return { method, path, values: Object.fromEntries(values), body: typeof query.body === 'string' ? query.body : '' };
}

/** The operation that an address names. */
export const operationIn = (operations: readonly Operation[], { method, path }: Query): Operation | undefined =>
  operations.find((operation) => operation.method === method && operation.path === path);

/** A request as it is sent: its path below the project with its query, and its body. */
export interface Ready {
  readonly method: Method;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  /** Undefined for none. */
  readonly body: unknown;
  /** With a file the members of the body are parts of a form, too. */
  readonly file?: { readonly part: string; readonly file: File };
}

/** The parameters that are missing in a draft. */
export const missingIn = ({ parameters }: Operation, { values }: Draft): readonly string[] =>
  parameters.filter(({ name, required }) => required && !values[name]).map(({ name }) => name);

/** The request of a draft. Throws SyntaxError for a body that is not JSON, FilterError for an invalid filter. */
export function readyOf({ parameters, body, file: part }: Operation, draft: Draft, file: File | null = null): Ready {
  const { method, values } = draft;
  const path = draft.path.replace(/\{(.+?)\}/g, (_whole, name: string) => pathPart(values[name] ?? ''));
  const query = parameters.flatMap(({ name, in: place }): [string, string][] =>
    place === 'query' && values[name] ? [[name, name === 'filter' ? filterText(values[name]) : values[name]]] : [],
  );
  const sent = body && draft.body.trim() !== '' ? (JSON.parse(draft.body) as unknown) : undefined;
  return { method, path, query, body: sent, ...(part && file && { file: { part: part.name, file } }) };
}

/** Segments of dots would lead elsewhere, because browsers resolve them. */
const pathPart = (value: string): string =>
  /^\.{1,2}$/.test(value) ? value.replaceAll('.', '%252E') : encodeURIComponent(value).replaceAll('%2C', ',');

/** Filters are JSON, or written as in lists: `status = draft`. */
function filterText(text: string): string {
  if (/^\s*[[{]/.test(text)) return text;
  return JSON.stringify(serverFilter(parseFilter(text)));
}

/** The address below the project's. */
export function addressOf({ path, query }: Ready): string {
  const search = new URLSearchParams(query.map((pair) => [...pair])).toString();
  return search === '' ? path : `${path}?${search}`;
}
