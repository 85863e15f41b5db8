import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CorsConfig } from '../../config/project-config.ts';
import { exposeHeader } from '../expose-header.ts';

const REQUEST_HEADERS = 'X-Directus-Project, Content-Type, Authorization';
const CONDITIONAL_HEADERS = ['If-Match', 'If-None-Match', 'Idempotency-Key', 'Octavo-View-As', 'Octavo-Preview'];

/**
 * Sets the headers that say which origins may read the answer. `*` is never combined with credentials; a listed origin
 * is named and may send them. (Contract, R-60, R-61 and R-68.)
 */
export function allowOrigin(request: FastifyRequest, reply: FastifyReply, cors: CorsConfig): void {
  if (!cors.enabled) return;
  for (const name of cors.exposed) exposeHeader(reply, name);
  const { origin } = request.headers;
  if (origin !== undefined && cors.origin.includes(origin)) {
    reply
      .header('Access-Control-Allow-Origin', origin)
      .header('Access-Control-Allow-Credentials', 'true')
      .header('Vary', 'Origin');
  } else if (cors.origin.includes('*')) {
    reply.header('Access-Control-Allow-Origin', '*');
  } else {
    reply.header('Vary', 'Origin');
  }
}

/** Conditional headers, which Directus 8 clients do not know, are allowed only if requested. */
function conditionalHeaders({ headers }: FastifyRequest): string[] {
  const requested = String(headers['access-control-request-headers'] ?? '').toLowerCase();
  return CONDITIONAL_HEADERS.filter((name) => requested.includes(name.toLowerCase()));
}

/** Answers a preflight request. */
export function answerPreflight(request: FastifyRequest, reply: FastifyReply, cors: CorsConfig): void {
  allowOrigin(request, reply, cors);
  if (cors.enabled) {
    reply
      .header('Access-Control-Allow-Methods', cors.methods.join(','))
      .header('Access-Control-Allow-Headers', [REQUEST_HEADERS, ...conditionalHeaders(request)].join(', '));
    if (cors.maxAge !== null) reply.header('Access-Control-Max-Age', String(cors.maxAge));
  }
  reply.code(200).send();
}
