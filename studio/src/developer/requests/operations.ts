import type { JsonSchema, Schemas } from './schema.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** The part of a form that is a file. */
export interface FilePart {
  readonly name: string;
  /** Whether nothing can be sent without it. */
  readonly isRequired: boolean;
}

/** An operation of the API. */
export interface Operation {
  readonly method: Method;
  /** With names in braces: `/items/articles/{id}`. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly parameters: readonly Parameter[];
  /** Null if it takes none. */
  readonly body: JsonSchema | null;
  /** The file that it takes as part of a form; null if it takes none. */
  readonly file: FilePart | null;
  /** The collection that it is about, if there is one. */
  readonly collection: string | null;
}

/** The API of a project, in the form that the pages show. */
export interface Api {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly tags: ReadonlyMap<string, string>;
}

interface Reference {
  readonly $ref: string;
}

/** The schemas of bodies by media type, the preferred one first. */
type Contents = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

interface Described {
  readonly summary?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly content?: Contents };
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
  const content = requestBody?.content ?? {};
  return {
    method,
    path,
    summary,
    tag,
    parameters: found.filter(({ in: place }) => place !== 'header'),
    body: bodyIn(content),
    file: filePartIn(content),
    collection: collectionOf(path, tag),
  };
}

const FORM = 'multipart/form-data';
const JSON_TYPE = 'application/json';
/** The name of a file's part if the schema has none. */
const USUAL = 'data';

/** The members that are sent with a file. */
function bodyIn(content: Contents): JsonSchema | null {
  const schema = (content[JSON_TYPE] ?? content[FORM])?.schema;
  if (!schema?.properties) return schema ?? null;
  const others = Object.entries(schema.properties).filter(([, { format }]) => format !== 'binary');
  return others.length > 0 ? { ...schema, properties: Object.fromEntries(others) } : null;
}

function filePartIn(content: Contents): FilePart | null {
  if (Object.keys(content)[0] !== FORM) return null;
  const [named] = Object.entries(content[FORM]?.schema?.properties ?? {}).filter(
    ([, { format }]) => format === 'binary',
  );
  return { name: named?.[0] ?? USUAL, isRequired: !content[JSON_TYPE] };
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

/** Whether a search finds an operation: each word is in its summary, path, method or group. */
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
