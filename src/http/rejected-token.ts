import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import type { Rejection } from '../services/auth/identity.ts';
import { exposeHeader } from './expose-header.ts';

/** Refusals of the public that are not authentication failures. */
const UNKNOWN_CALLER: ReadonlySet<ErrorName> = new Set([
  'unauthorized',
  'adminOnly',
  'collectionCreateUnauthorized',
  'collectionUpdateUnauthorized',
]);

/**
 * If the public is refused on a request with an invalid token, replaces the error with one that says so. Errors of
 * routes that require a caller already say it; any other error stays as it is. (Contract, A-22.)
 */
export function ofRejected(rejected: Rejection | null | undefined, error: ApiError, reply: FastifyReply): ApiError {
  const isRefusal = error.status === 403 || UNKNOWN_CALLER.has(error.entry);
  if (!rejected || !(isRefusal || error.entry === 'notAuthenticated')) return error;
  const expired = rejected === 'expired' ? ', error_description="expired"' : '';
  reply.header('WWW-Authenticate', `Bearer error="invalid_token"${expired}`);
  exposeHeader(reply, 'WWW-Authenticate');
  return isRefusal ? new ApiError('unauthorized') : error;
}
