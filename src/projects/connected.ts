import { ApiError } from '../errors/api-error.ts';

/** Awaits a connection; a failure becomes error 19, with the failure as its cause. */
export async function connected<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening;
  } catch (error) {
    throw Object.assign(new ApiError('invalidConnection'), { cause: error });
  }
}
