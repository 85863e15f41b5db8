import { ApiError } from '../errors/api-error.ts';
import type { Exchange } from './exchange.ts';

/**
 * Refuses to describe a project to callers without a token, unless the project allows it. Error 108. (Contract, V-88.)
 */
export function refusePublic({ caller, project }: Exchange): void {
  if (caller.kind === 'public' && !project.catalog.settings.publicSchema) throw new ApiError('notAuthenticated');
}
