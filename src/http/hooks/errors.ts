import type { FastifyError } from 'fastify';
import type { Dialect } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { systemRefusal } from '../../errors/system-refusal.ts';
import { databaseRefusal } from '../../persistence/database-refusal.ts';
import { Overload } from '../../shared/semaphore.ts';

/** Converts anything thrown while handling a request into an error of the catalogue. */
export function toApiError(error: unknown, dialect: Dialect | undefined): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Overload) return new ApiError('projectBusy');
  const refusal = databaseRefusal(dialect?.classify(error)) ?? systemRefusal(error);
  if (refusal) return refusal;
  const { statusCode } = error as FastifyError;
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError('invalidPayload');
  return new ApiError('internal');
}
