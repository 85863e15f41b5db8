import type { Build } from '../../wire/shape.ts';
import type { Wire, WireBody } from '../../wire/wire.ts';
import { plainSchema } from '../schemas/plain.ts';
import type { JsonSchema } from '../schemas/value.ts';
import { type DescribedRoute, isOfCollections, withCollection } from './described-route.ts';
import { Failures } from './failures.ts';
import { pathTemplate, routeParameters, sharedParameters } from './parameters.ts';
import { COLLECTION, PART, type Printed, printed } from './printed.ts';
import { successesOf } from './successes.ts';

/** A route whose operation is printed once for all documents. */
export interface Template {
  readonly route: DescribedRoute & { readonly wire: Wire };
  /** The operation for callers with a token, and without. */
  readonly operation: Readonly<Record<'known' | 'public', Printed>>;
}

/** All routes of a server or of its projects, as documents need them. */
export interface Templates {
  readonly routes: readonly Template[];
  readonly parameters: ReadonlyMap<string, JsonSchema>;
  readonly responses: ReadonlyMap<string, JsonSchema>;
}

/** Prints the operations of routes, one at a time. */
export function* templatesOf(t: Build, routes: readonly DescribedRoute[]): Generator<Template, Templates> {
  const failures = new Failures();
  const templates: Template[] = [];
  for (const { wire, ...route } of routes) {
    if (!wire || isRepeated(route)) continue;
    const template = templateOf(t, { ...route, wire }, failures);
    templates.push(template);
    yield template;
  }
  return { routes: templates, parameters: sharedParameters(t), responses: failures.all };
}

/** Whether a route is the same as another one with a trailing slash. */
const isRepeated = ({ path }: Pick<DescribedRoute, 'path'>): boolean => path !== '/' && path.endsWith('/');

function templateOf(t: Build, route: Template['route'], failures: Failures): Template {
  const known = printed(operationOf(t, route, failures, false));
  const isAlike = route.wire.answers.every(({ kind }) => kind !== 'nothing');
  return { route, operation: { known, public: isAlike ? known : printed(operationOf(t, route, failures, true)) } };
}

function operationOf(t: Build, route: Template['route'], failures: Failures, isPublic: boolean): JsonSchema {
  const { wire } = route;
  const parameters = routeParameters(t, route, wire).filter(
    ({ name }) => name !== 'collection' || !isOfCollections(route),
  );
  return {
    operationId: operationIdOf(route),
    summary: wire.summary,
    tags: isOfCollections(route) ? [`items/${COLLECTION}`] : wire.tags,
    ...(parameters.length > 0 && { parameters }),
    ...(wire.body && { requestBody: requestBody(t, wire.body) }),
    responses: { ...successesOf(t, route, wire, isPublic), ...failures.of(t, route, wire) },
  };
}

/** The operation id, such as `get.items.articles.id` for `GET /items/articles/{id}`. */
function operationIdOf({ method, path }: DescribedRoute): string {
  const parts = withCollection(pathTemplate(path), PART).split('/');
  const named = parts.filter((part) => part !== '').map((part) => part.replace(/^\{(.*)\}$/, 'by-$1'));
  return [method.toLowerCase(), ...named].join('.');
}

function requestBody(t: Build, { types = ['application/json'], shape, optional }: WireBody): JsonSchema {
  const schema = plainSchema(shape(t));
  return { required: !optional, content: Object.fromEntries(types.map((type) => [type, { schema }])) };
}
