import { ApiError } from '../../errors/api-error.ts';
import type { ScimObject } from '../schema/attribute.ts';
import { withoutMembers } from '../schema/member.ts';

/**
 * What Directus 8 reads of a group: its name. Clients of Directus 8 send members and the internal id back as they got
 * them, and mean no change by that. (Contract, C-41.)
 */
export function specifiedGroup(body: ScimObject): ScimObject {
  return withoutMembers(body, ['externalid', 'members']);
}

/** The identifier that a client of Directus 8 gives to a new group. Error `scimInvalidValue`. (Contract, C-41.) */
export function identifierIn({ id }: ScimObject): string | undefined {
  if (id === undefined || id === null) return undefined;
  if (typeof id !== 'string') throw new ApiError('scimInvalidValue', { reason: '"id" must be a text' });
  return id;
}
