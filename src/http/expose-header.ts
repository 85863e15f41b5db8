import type { FastifyReply } from 'fastify';

const EXPOSED = 'Access-Control-Expose-Headers';

/** Lets scripts of other origins read a header of the answer, if the request comes from another origin. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  if (reply.request.headers.origin === undefined) return;
  const others = reply.getHeader(EXPOSED);
  reply.header(EXPOSED, others === undefined ? name : `${others}, ${name}`);
}
