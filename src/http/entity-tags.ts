import type { FastifyReply, FastifyRequest } from 'fastify';
import { exposeHeader } from './expose-header.ts';

/** The entity tags in a header, including weak ones. */
const TAGS = /(?:W\/)?"[^"]*"/g;

/** Sets the entity tag of an answer; true if the client already has this state. (RFC 9110, section 13.1.2.) */
export function tagAnswer(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const { method, headers, exchange } = request;
  reply.header('ETag', `"${version}"`);
  exposeHeader(reply, 'ETag');
  // A cached copy may be what the administrator saw without the view.
  if (exchange?.identity.viewer) return false;
  const header = headers['if-none-match'];
  return header !== undefined && (method === 'GET' || method === 'HEAD') && hasTag(header, version);
}

/** Whether an `If-None-Match` header contains a version, compared weakly. */
export const hasTag = (header: string, version: string): boolean => namesTag(header, `"${version}"`);

/** Whether an `If-None-Match` header contains a strong entity tag, given with its quotes, compared weakly. */
export function namesTag(header: string, wanted: string): boolean {
  if (header === wanted || header.trim() === '*') return true;
  return (header.match(TAGS) ?? []).some((tag) => tag.replace('W/', '') === wanted);
}

/**
 * The states listed in `If-Match`: none for `*`, which matches any state. Weak tags count, although RFC 9110 excludes
 * them: the server sends only strong ones, but a proxy that compresses an answer weakens its tag. (Contract, R-81.)
 */
export function seenStates(header: string): { readonly seen?: readonly string[] } {
  if (header.trim() === '*') return {};
  const tags = header.match(TAGS) ?? [];
  return { seen: tags.map((tag) => tag.replace('W/', '').slice(1, -1)) };
}
