import type { FastifyReply, FastifyRequest } from 'fastify';

/** Tags of a header, weak ones with their mark. */
const TAGS = /(?:W\/)?"[^"]*"/g;

/** Gives an answer the tag of what it shows; true where the client has just that already. (RFC 9110, section 13.1.2.) */
export function tagAnswer({ method, headers }: FastifyRequest, reply: FastifyReply, version: string): boolean {
  reply.header('ETag', `"${version}"`);
  if (headers.origin !== undefined) reply.header('Access-Control-Expose-Headers', 'ETag');
  const header = headers['if-none-match'];
  if (header === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  return header.trim() === '*' || (header.match(TAGS) ?? []).some((tag) => tag.replace('W/', '') === `"${version}"`);
}

/** The states that `If-Match` names; none for `*`, which any state fulfils. Weak tags name none. (RFC 9110, section 13.1.1.) */
export function seenStates(header: string): { readonly seen?: readonly string[] } {
  if (header.trim() === '*') return {};
  const tags = header.match(TAGS) ?? [];
  return { seen: tags.filter((tag) => !tag.startsWith('W/')).map((tag) => tag.slice(1, -1)) };
}
