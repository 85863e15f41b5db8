import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import { type Caller, userIdOf } from '../permissions/caller.ts';

/** The key of a user in a path, where `me` is the caller. The public is nobody: the error of that name. */
export function resolveMe(id: string, caller: Caller, refusal: ErrorName): string {
  if (id !== 'me') return id;
  if (caller.kind === 'public') throw new ApiError(refusal);
  return String(userIdOf(caller));
}
