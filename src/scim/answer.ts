import { type Projection, projected } from './projection.ts';
import type { Found } from './resource.ts';
import type { ResourceDefinition } from './schema/attribute.ts';

/** The response of a SCIM endpoint; null for no body. */
export interface ScimAnswer {
  readonly status: number;
  readonly body: object | null;
  readonly headers: Readonly<Record<string, string>>;
}

/** A response without an entity tag. */
export function plainAnswer(body: object): ScimAnswer {
  return { status: 200, body, headers: {} };
}

export const NO_CONTENT: ScimAnswer = { status: 204, body: null, headers: {} };

/** A resource with its entity tag, and with its location if it is new. */
export function resourceAnswer(
  definition: ResourceDefinition,
  { resource, version }: Found,
  requested: Projection,
  status: 200 | 201 = 200,
): ScimAnswer {
  const { location } = resource.meta as { readonly location: string };
  const headers = { ETag: version, ...(status === 201 && { Location: location }) };
  return { status, body: projected(definition, resource, requested), headers };
}

/** The client already has this version of the resource. */
export function unchanged({ version }: Found): ScimAnswer {
  return { status: 304, body: null, headers: { ETag: version } };
}
