import { commonParameters, parametersOf } from '../../wire/query.ts';
import type { Build, Shape, Shapes } from '../../wire/shape.ts';
import type { Wire } from '../../wire/wire.ts';
import { plainSchema } from '../schemas/plain.ts';
import type { JsonSchema } from '../schemas/value.ts';
import type { DescribedRoute } from './described-route.ts';

/** Headers that routes accept, by the names that documents use for references. */
const HEADERS = {
  'if-match': {
    name: 'If-Match',
    in: 'header',
    description: 'Changes or deletes the item only in the state that has this entity tag',
    schema: { type: 'string' },
  },
  'idempotency-key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A request that is sent again with the same key is not carried out again, but answered as before',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

/** Common parameters of writes. Tokens are security schemes; the path names the project. */
const OF_WRITES: readonly string[] = ['comment', 'activity_skip'];

/** The parameters that documents describe once, by the names that documents use for references. */
export function sharedParameters(t: Build): ReadonlyMap<string, JsonSchema> {
  const ofWrites = Object.entries(commonParameters).filter(([name]) => OF_WRITES.includes(name));
  const query = [...Object.entries(parametersOf('list')), ...ofWrites];
  return new Map<string, JsonSchema>([
    ...query.map(([name, shape]) => [name, queryParameter(t, name, shape)] as const),
    ...Object.entries(HEADERS),
  ]);
}

/** The parameters of a route: those in its path, its own, and references to shared ones. */
export function routeParameters(t: Build, { method, path }: DescribedRoute, wire: Wire): JsonSchema[] {
  const own = wire.query ?? {};
  const shared = [
    ...Object.keys(parametersOf(wire.language)),
    ...(method === 'GET' ? [] : OF_WRITES),
    ...(method === 'POST' ? ['idempotency-key'] : []),
    ...(/^(?:PATCH|DELETE)$/.test(method) && path.endsWith('/:id') ? ['if-match'] : []),
  ].filter((name) => !Object.hasOwn(own, name));
  return [
    ...pathParameters(t, path, wire.path ?? {}),
    ...Object.entries(own).map(([name, shape]) => queryParameter(t, name, shape)),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

/** The names of the parameters in a path; `*` is the rest of it. */
function pathParameters(t: Build, path: string, shapes: Shapes): JsonSchema[] {
  return namesIn(path).map((name) => {
    const { description, ...schema } = described(t, shapes[name === REST ? '*' : name]);
    return { name, in: 'path', required: true, ...(description !== undefined && { description }), schema };
  });
}

const REST = 'rest';

const namesIn = (path: string): string[] => Array.from(path.matchAll(/:(\w+)|\*/g), ([, name = REST]) => name);

/** A path in OpenAPI's notation: `/items/{collection}`. */
export const pathTemplate = (path: string): string => path.replaceAll(/:(\w+)|\*/g, (_, name = REST) => `{${name}}`);

function queryParameter(t: Build, name: string, shape: Shape): JsonSchema {
  const { description, ...schema } = described(t, shape);
  const isObject = schema.type === 'object';
  return {
    name,
    in: 'query',
    ...(description !== undefined && { description }),
    ...(isObject && { style: 'deepObject', explode: true }),
    schema,
  };
}

const described = (t: Build, shape: Shape | undefined): JsonSchema =>
  shape ? plainSchema(shape(t)) : { type: 'string' };
