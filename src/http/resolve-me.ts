import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import { type Caller, userIdOf } from '../permissions/caller.ts';

/** The key of the user in a path, where `me` is the caller. Throws the error `refusal` if the caller is the public. */
export function resolveMe(id: string, caller: Caller, refusal: ErrorName): string {
  if (id !== 'me') return id;
  if (caller.kind === 'public') throw new ApiError(refusal);
  return String(userIdOf(caller));
}
