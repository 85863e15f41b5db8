import { ApiError } from '../errors/api-error.ts';
import { MAX_BULK_BYTES, MAX_BULK_OPERATIONS } from './bulk.ts';
import { LIST_URN, MAX_RESULTS } from './list.ts';
import type { ScimRequest } from './request.ts';
import type { Attribute, ResourceDefinition, ResourceSchema } from './schema/attribute.ts';
import { GROUP } from './schema/group.ts';
import { USER } from './schema/user.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const DEFINITIONS = [USER, GROUP];

/** The capabilities of this service. (RFC 7643, section 5.) */
export function serviceProviderConfig({ context }: ScimRequest): object {
  const supported = { supported: true };
  return {
    schemas: [`${CORE}:ServiceProviderConfig`],
    patch: supported,
    bulk: { ...supported, maxOperations: MAX_BULK_OPERATIONS, maxPayloadSize: MAX_BULK_BYTES },
    filter: { ...supported, maxResults: MAX_RESULTS },
    changePassword: supported,
    sort: supported,
    etag: supported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'The provisioning token of the project, or the token of an administrator',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${root(context)}/ServiceProviderConfig` },
  };
}

/** The kinds of resources. (RFC 7643, section 6.) */
export function resourceTypes({ context }: ScimRequest): object {
  return listOf(DEFINITIONS.map((definition) => resourceType(root(context), definition)));
}

/** One kind of resources. Error 203. */
export function resourceTypeNamed({ context }: ScimRequest, name: string): object {
  const definition = DEFINITIONS.find((candidate) => candidate.name === name);
  if (!definition) throw new ApiError('itemNotFound');
  return resourceType(root(context), definition);
}

function resourceType(base: string, { name, endpoint, core, extensions }: ResourceDefinition): object {
  return {
    schemas: [`${CORE}:ResourceType`],
    id: name,
    name,
    endpoint,
    description: core.description,
    schema: core.id,
    ...(extensions.length > 0 && { schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })) }),
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  };
}

const schemas = DEFINITIONS.flatMap(({ core, extensions }) => [core, ...extensions]);

/** The schemas of all resources. (RFC 7643, section 7.) */
export function allSchemas({ context }: ScimRequest): object {
  return listOf(schemas.map((schema) => schemaBody(root(context), schema)));
}

/** The schema with a URN. Error 203. */
export function schemaNamed({ context }: ScimRequest, id: string): object {
  const schema = schemas.find((candidate) => candidate.id.toLowerCase() === id.toLowerCase());
  if (!schema) throw new ApiError('itemNotFound');
  return schemaBody(root(context), schema);
}

function schemaBody(base: string, { id, name, description, attributes }: ResourceSchema): object {
  return {
    schemas: [`${CORE}:Schema`],
    id,
    name,
    description,
    attributes: attributes.map(attributeBody),
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  };
}

function attributeBody(attribute: Attribute): object {
  const { name, type, description, multi, required, caseExact, mutability, returned, unique, sub } = attribute;
  return {
    name,
    type,
    multiValued: multi ?? false,
    description,
    required: required ?? false,
    caseExact: caseExact ?? false,
    mutability: mutability ?? 'readWrite',
    returned: returned ?? 'default',
    uniqueness: unique ? 'server' : 'none',
    ...(sub && { subAttributes: sub.map(attributeBody) }),
  };
}

function listOf(resources: readonly object[]): object {
  const { length } = resources;
  return { schemas: [LIST_URN], totalResults: length, startIndex: 1, itemsPerPage: length, Resources: resources };
}

const root = ({ client, store }: ScimRequest['context']): string => `${client.baseUrl}/${store.project}/scim/v2`;
