import type { Tag } from '../wire/wire.ts';
import type { Described } from './described.ts';
import type { ApiModel } from './model.ts';
import { type DescribedPath, pathsOf } from './paths.ts';
import { References } from './references.ts';
import { groups } from './routes/groups.ts';
import { sharedIn } from './routes/printed.ts';
import { fixedSchemas, headers, securitySchemes } from './schemas/fixed.ts';
import { itemSchema } from './schemas/item.ts';
import type { JsonSchema } from './schemas/value.ts';

/**
 * Yields an OpenAPI 3.1 document as JSON text, in chunks that take little time each. It contains only what a caller may
 * use.
 */
export function* documentText(described: Described): Generator<string> {
  const references = new References(described.model);
  const tags = new Map<string, string>();
  yield `{${headOf(described)},"paths":{`;
  let separator = '';
  for (const path of pathsOf(described, references)) {
    yield `${separator}${pathText(path)}`;
    for (const tag of path.tags) tags.set(tag, path.note ?? groups[tag as Tag]);
    separator = ',';
  }
  yield `},"tags":${JSON.stringify([...tags].map(([name, description]) => ({ name, description })))},"components":{`;
  const shared = sharedOf(described, references);
  references.note(sharedIn(shared));
  yield `${shared},"schemas":{`;
  yield* schemasOf(described.model, references);
  yield '}}}';
}

function headOf({ title, version, url, reader, cookie }: Described): string {
  const schemes = Object.keys(securitySchemes(cookie)).map((name) => ({ [name]: [] }));
  const head = {
    openapi: '3.1.0',
    info: { title, version },
    servers: [{ url }],
    security: reader.isPublic ? [{}, ...schemes] : schemes,
  };
  return JSON.stringify(head).slice(1, -1);
}

function pathText({ path, operations }: DescribedPath): string {
  const methods = operations.map(({ method, text }) => `"${method.toLowerCase()}":${text}`);
  return `${JSON.stringify(path)}:{${methods.join(',')}}`;
}

/** The shared parts that paths refer to, except schemas. */
function sharedOf({ templates, cookie }: Described, { shared }: References): string {
  const parts = {
    securitySchemes: securitySchemes(cookie),
    parameters: chosen(templates.parameters, shared.parameters),
    responses: chosen(templates.responses, shared.responses),
    headers: chosen(headers, shared.headers),
  };
  return JSON.stringify(parts).slice(1, -1);
}

function chosen(all: ReadonlyMap<string, JsonSchema>, names: ReadonlySet<string>): JsonSchema {
  return Object.fromEntries([...all].filter(([name]) => names.has(name)));
}

/** The schemas of items, which refer to each other, followed by those that are the same in all documents. */
function* schemasOf(model: ApiModel, references: References): Generator<string> {
  const refs = references.item.bind(references);
  let separator = '';
  const entry = (name: string, schema: JsonSchema): string => {
    const text = `${separator}${JSON.stringify(name)}:${JSON.stringify(schema)}`;
    separator = ',';
    return text;
  };
  for (const [name, { collection, form }] of references.items) {
    const seen = model.get(collection);
    if (!seen) continue;
    const text = entry(name, itemSchema(seen, form, refs));
    for (const fixed of fixedSchemas.keys()) if (text.includes(fixed)) references.shared.schemas.add(fixed);
    yield text;
  }
  for (const [name, schema] of fixedSchemas) if (references.shared.schemas.has(name)) yield entry(name, schema);
}
