import type { FastifyReply } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import type { Rejection } from '../services/auth/identity.ts';
import { exposeHeader } from './expose-header.ts';

/** Refusals of the public that are no failures to sign in. */
const UNKNOWN_CALLER: ReadonlySet<ErrorName> = new Set([
  'unauthorized',
  'adminOnly',
  'collectionCreateUnauthorized',
  'collectionUpdateUnauthorized',
]);

/**
 * What the bearer of a token that is not valid is told where the public is refused: that it is the token. Where anybody
 * has to be known the error has said so already; any other stays as it is. (Contract, A-22.)
 */
export function ofRejected(rejected: Rejection | null | undefined, error: ApiError, reply: FastifyReply): ApiError {
  const isRefusal = error.status === 403 || UNKNOWN_CALLER.has(error.entry);
  if (!rejected || !(isRefusal || error.entry === 'notAuthenticated')) return error;
  const expired = rejected === 'expired' ? ', error_description="expired"' : '';
  reply.header('WWW-Authenticate', `Bearer error="invalid_token"${expired}`);
  exposeHeader(reply, 'WWW-Authenticate');
  return isRefusal ? new ApiError('unauthorized') : error;
}
