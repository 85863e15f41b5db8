import type { FastifyError } from 'fastify';
import type { Dialect } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Overload } from '../../shared/turns.ts';

/** The entry of the catalogue for whatever was thrown while a request was answered. */
export function toApiError(error: unknown, dialect: Dialect | undefined, bodyLimit: number): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overload) return new ApiError('signInBusy');
  const failure = dialect?.classify(error);
  if (failure?.kind === 'busy') return new ApiError('databaseBusy');
  if (failure?.kind === 'late') return new ApiError('queryTooSlow');
  if (failure?.kind === 'unreachable') return new ApiError('databaseUnavailable');
  if (failure?.kind === 'value')
    return new ApiError('unprocessable', { reason: 'The database cannot hold one of the values' });
  const { statusCode, code } = error as FastifyError;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('payloadTooLarge', { limit: bodyLimit });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError('invalidPayload');
  return new ApiError('internal');
}
