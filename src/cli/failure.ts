import { ConfigError } from '../config/config-error.ts';
import { ApiError } from '../errors/api-error.ts';

/** Runs a command; prints an error of the catalogue as one line. */
export async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new ConfigError(error.message);
    throw error;
  }
}
