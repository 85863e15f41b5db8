import { ApiError } from '../errors/api-error.ts';

/** Awaits a connection; a failure becomes error 19. */
export async function connected<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch {
    throw new ApiError('invalidConnection');
  }
}
