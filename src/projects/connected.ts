import type { Dialect } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';

/**
 * Awaits a connection; a failure becomes error 19, with the failure as its cause, or 11 if the disk has no room for the
 * database.
 */
export async function connected<T>(dialect: Dialect, opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    const isFull = dialect.classify(error)?.kind === 'full';
    throw Object.assign(new ApiError(isFull ? 'diskFull' : 'invalidConnection'), { cause: error });
  }
}
