import { ConfigError } from '../config/config-error.ts';
import { ApiError } from '../errors/api-error.ts';
import { messageOf } from '../shared/message-of.ts';
import { reasonOf } from '../shared/reason-of.ts';

/** Runs a command; prints an error of the catalogue as one line, with its cause, which callers over HTTP do not see. */
export async function reported<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) throw new ConfigError(withReason(error));
    throw error;
  }
}

/** The message of an error, with its cause. */
export function withReason(error: unknown): string {
  const isCaused = error instanceof ApiError && error.cause !== undefined;
  return isCaused ? `${error.message}: ${reasonOf(error.cause)}` : messageOf(error);
}
