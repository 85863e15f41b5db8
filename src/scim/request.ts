import { ApiError } from '../errors/api-error.ts';
import { isAdmin } from '../permissions/caller.ts';
import { ADMIN_ROLE } from '../permissions/roles.ts';
import type { Context } from '../persistence/context.ts';
import { renewed } from '../persistence/renewed.ts';
import { asNumber } from '../shared/text.ts';
import type { ScimOptions } from './options.ts';

/** The caller, the project, and the format of the response. */
export interface ScimRequest {
  readonly context: Context;
  readonly options: ScimOptions;
  /** The caller uses the provisioning token. */
  readonly provisioner: boolean;
  /** Follows the RFCs, beyond the format of Directus 8. (Contract, C-10.) */
  readonly standard: boolean;
}

/** Whether the caller may see attributes that only identity providers set. */
export function seesAll({ provisioner, context }: ScimRequest): boolean {
  return provisioner || isAdmin(context.caller);
}

/**
 * The request after work that may have taken long, with its present caller; the provisioning token acts as the server.
 * Errors 108, 3.
 */
export async function renewedRequest(request: ScimRequest): Promise<ScimRequest> {
  return request.provisioner ? request : { ...request, context: await renewed(request.context) };
}

/** Refuses changes of administrators by the provisioning token, unless allowed. Error 302. */
export function guardRole({ provisioner, options }: ScimRequest, role: unknown): void {
  if (provisioner && !options.administrators && asNumber(role) === ADMIN_ROLE) throw new ApiError('scimAdministrators');
}

/** The URL of a resource. */
export function locationOf({ context }: ScimRequest, endpoint: string, id: string): string {
  return `${context.client.baseUrl}/${context.store.project}/scim/v2${endpoint}/${encodeURIComponent(id)}`;
}
