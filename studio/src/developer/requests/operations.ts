import type { JsonSchema, Schemas } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A request that the API takes. */
export interface Operation {
  readonly method: Method;
  /** With names in braces: `/items/articles/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  /** Null if it takes no JSON. */
  readonly body: JsonSchema | null;
  /** The collection that it is about, if it is one's. */
  readonly collection: string | null;
}

/** The API of a project, made for being looked at. */
export interface Api {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly tags: ReadonlyMap<string, string>;
}

interface Reference {
  readonly $ref: string;
}

interface Described {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: JsonSchema }>> };
}

/** An OpenAPI document as far as it is read here. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components?: {
    readonly schemas?: Schemas;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Reads the requests from a document, in its order. */
export function apiOf({ paths, tags = [], components = {} }: ApiDocument): Api {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.has(method.toUpperCase()))
      .map(([method, described]) => operationOf(components, method.toUpperCase() as Method, path, described)),
  );
  return {
    operations,
    schemas: components.schemas ?? {},
    tags: new Map(tags.map(({ name, description }) => [name, description ?? ''])),
  };
}

function operationOf(
  { parameters: shared = {} }: NonNullable<ApiDocument['components']>,
  method: Method,
  path: string,
  { summary = '', tags = [], parameters = [], requestBody }: Described,
): Operation {
  const found = parameters.flatMap((each) =>
    '$ref' in each ? (shared[each.$ref.split('/').at(-1) ?? ''] ?? []) : each,
  );
  const tag = tags[0] ?? '';
  return {
    method,
    path,
    summary,
    tag,
    parameters: found.filter(({ in: place }) => place !== 'header'),
    body: requestBody?.content?.['application/json']?.schema ?? null,
    collection: collectionOf(path, tag),
  };
}

/** System collections have paths of their own. */
function collectionOf(path: string, tag: string): string | null {
  if (tag.startsWith('items/')) return tag.slice('items/'.length);
  return SYSTEM.has(tag) && new RegExp(`^/${tag}(/\\{id\\})?$`).test(path) ? `directus_${tag}` : null;
}

const SYSTEM: ReadonlySet<string> = new Set([
  'users',
  'files',
  'folders',
  'roles',
  'webhooks',
  'revisions',
  'activity',
]);

/** What finds an operation: all words are in its summary, path, method or group. */
export function isMatch({ method, path, summary, tag }: Operation, search: string): boolean {
  const text = `${method} ${path} ${summary} ${tag}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Operations by their groups, in the order of the first of each. */
export function grouped(operations: readonly Operation[]): readonly (readonly [string, readonly Operation[]])[] {
  const groups = new Map<string, Operation[]>();
  for (const operation of operations) groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), operation]);
  return [...groups];
}
