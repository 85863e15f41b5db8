import { ApiError } from '../errors/api-error.ts';

/** What opens, if it does. Error 19. */
export async function connected<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch {
    throw new ApiError('invalidConnection');
  }
}
