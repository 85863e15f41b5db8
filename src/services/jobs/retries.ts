import type { ApiError } from '../../errors/api-error.ts';

const PAUSES_MS = [1, 5, 30, 120].map((seconds) => seconds * 1000);

/** How often servers may stop while doing the same work before it fails. */
export const MAX_ATTEMPTS = PAUSES_MS.length + 1;

/**
 * The milliseconds to wait before the next attempt; undefined if there is none. Only work that failed because the
 * database was unavailable is retried.
 */
export const pauseAfter = ({ kind }: ApiError, attempts: number): number | undefined =>
  kind === 'unavailable' ? PAUSES_MS[attempts - 1] : undefined;
