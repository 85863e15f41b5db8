import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import { NO_CONTENT, plainAnswer, resourceAnswer, type ScimAnswer, unchanged } from '../../scim/answer.ts';
import { MAX_BULK_BYTES, runBulk } from '../../scim/bulk.ts';
import {
  allSchemas,
  resourceTypeNamed,
  resourceTypes,
  schemaNamed,
  serviceProviderConfig,
} from '../../scim/discovery.ts';
import { type ListParameters, listBody } from '../../scim/list.ts';
import { type Projection, projected } from '../../scim/projection.ts';
import type { ScimRequest } from '../../scim/request.ts';
import type { Changed } from '../../scim/resource.ts';
import { GROUP_RESOURCES, type Resources, USER_RESOURCES } from '../../scim/resources.ts';
import { userOfKey } from '../../scim/users/read.ts';
import { listsVersion } from '../../scim/version.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { Wire } from '../../wire/wire.ts';
import { declaredLength } from '../body-kind.ts';
import type { Exchange } from '../exchange.ts';
import type { Route } from '../route.ts';
import { scimRoute } from '../scim-exchange.ts';
import { listParameters, scimWire } from '../wire/scim.ts';

function parametersOf(exchange: Exchange): ListParameters & Projection {
  const texts = Object.fromEntries(listParameters.map((name) => [name, exchange.parameter(name)]));
  return { ...texts, filter: exchange.parameters.filter };
}

/** Returns the body, which must be an object. Error 13. */
function objectOf(exchange: Exchange): Record<string, unknown> {
  const body = exchange.body();
  if (!isRecord(body)) throw new ApiError('invalidPayload');
  return body;
}

function header({ request }: Exchange, name: 'if-match' | 'if-none-match'): string | undefined {
  return request.headers[name];
}

type Identify = (request: ScimRequest, exchange: Exchange) => Promise<string> | string;

const inPath: Identify = (_request, exchange) => exchange.path('id');

/** Returns the caller's identifier. Error 203 for callers that are not users. (RFC 7644, section 3.11.) */
const own: Identify = async (request) => {
  const { context } = request;
  const { resource } = await userOfKey(request, context.store.database, userIdOf(context.caller));
  return asText(resource.id);
};

async function list(
  request: ScimRequest,
  resources: Resources,
  wanted: ListParameters & Projection,
): Promise<ScimAnswer> {
  const page = await resources.list(request, wanted);
  const shown = page.resources.map((resource) =>
    projected(resources.definition, resource as Record<string, unknown>, wanted),
  );
  return plainAnswer(listBody(request, wanted, { ...page, resources: shown }));
}

async function changed(request: ScimRequest, exchange: Exchange, identify: Identify): Promise<Changed> {
  return { identifier: await identify(request, exchange), ifMatch: header(exchange, 'if-match') };
}

/** Returns the routes of one kind of resource. */
function itemRoutes(path: string, resources: Resources, identify: Identify): Route[] {
  const { definition } = resources;
  const subject = { noun: nounOf(resources), ...(path.includes(':id') && { path: { id: scimWire.id } }) };
  return [
    scimRoute('GET', path, scimWire.read(subject), async (request, exchange) => {
      const found = await resources.find(request, request.context.store.database, await identify(request, exchange));
      const known = header(exchange, 'if-none-match');
      return known !== undefined && listsVersion(known, found.version)
        ? unchanged(found)
        : resourceAnswer(definition, found, parametersOf(exchange));
    }),
    scimRoute('PUT', path, scimWire.replace(subject), async (request, exchange) => {
      const body = objectOf(exchange);
      const found = await resources.replace(request, await changed(request, exchange, identify), body);
      return resourceAnswer(definition, found, parametersOf(exchange));
    }),
    scimRoute('PATCH', path, scimWire.change(subject), async (request, exchange) => {
      const body = objectOf(exchange);
      const found = await resources.patch(request, await changed(request, exchange, identify), body);
      return resourceAnswer(definition, found, parametersOf(exchange));
    }),
    scimRoute('DELETE', path, scimWire.remove(subject), async (request, exchange) => {
      await resources.remove(request, await changed(request, exchange, identify));
      return NO_CONTENT;
    }),
  ];
}

const nounOf = (resources: Resources): string => (resources === USER_RESOURCES ? 'user' : 'group');

function listRoutes(resources: Resources): Route[] {
  const { endpoint } = resources.definition;
  const subject = { noun: nounOf(resources) };
  const all: Parameters<typeof scimRoute>[3] = (request, exchange) => list(request, resources, parametersOf(exchange));
  return [
    scimRoute('GET', endpoint, scimWire.listOf(subject), all),
    scimRoute('GET', `${endpoint}/`, scimWire.listOf(subject), all),
    scimRoute('POST', `${endpoint}/.search`, scimWire.search(subject), (request, exchange) =>
      list(request, resources, objectOf(exchange)),
    ),
    scimRoute('POST', endpoint, scimWire.create(subject), (request, exchange) => create(request, exchange, resources)),
  ];
}

async function create(
  request: ScimRequest,
  exchange: Exchange,
  resources: Resources,
  chosen?: string,
): Promise<ScimAnswer> {
  const created = await resources.create(request, objectOf(exchange), chosen);
  return resourceAnswer(resources.definition, created, parametersOf(exchange), 201);
}

/** Discovery requires a token. */
function discovery(path: string, wire: Wire, describe: (request: ScimRequest, exchange: Exchange) => object): Route {
  return scimRoute('GET', path, wire, (request, exchange) => {
    if (request.context.caller.kind === 'public') throw new ApiError('unauthorized');
    return plainAnswer(describe(request, exchange));
  });
}

/** Provisioning by identity providers. (Contract, C-1 to C-6; RFC 7644.) */
export const scimRoutes: readonly Route[] = [
  discovery('/ServiceProviderConfig', scimWire.discovery('Read what SCIM can do here'), serviceProviderConfig),
  discovery('/ResourceTypes', scimWire.discovery('List the types of resources'), resourceTypes),
  discovery(
    '/ResourceTypes/:id',
    scimWire.discovery('Read a type of resources', { id: scimWire.id }),
    (request, exchange) => resourceTypeNamed(request, exchange.path('id')),
  ),
  discovery('/Schemas', scimWire.discovery('List the schemas of resources'), allSchemas),
  discovery(
    '/Schemas/:id',
    scimWire.discovery('Read a schema of resources', { id: scimWire.id }),
    (request, exchange) => schemaNamed(request, exchange.path('id')),
  ),
  ...listRoutes(USER_RESOURCES),
  ...itemRoutes('/Users/:id', USER_RESOURCES, inPath),
  ...listRoutes(GROUP_RESOURCES),
  ...itemRoutes('/Groups/:id', GROUP_RESOURCES, inPath),
  scimRoute('POST', '/Groups/:id', scimWire.create({ noun: 'group', path: { id: scimWire.id } }), (request, exchange) =>
    create(request, exchange, GROUP_RESOURCES, exchange.path('id')),
  ),
  ...itemRoutes('/Me', USER_RESOURCES, own),
  scimRoute('POST', '/Bulk', scimWire.bulk, async (request, exchange) => {
    const body = objectOf(exchange);
    if (request.context.caller.kind === 'public') throw new ApiError('unauthorized');
    const { request: sent } = exchange;
    if (Math.max(declaredLength(sent), sent.arrivedBytes) > MAX_BULK_BYTES)
      throw new ApiError('payloadTooLarge', { limit: MAX_BULK_BYTES });
    return plainAnswer(await runBulk(request, body));
  }),
];
