import type { FastifyReply } from 'fastify';
import { asText } from '../shared/text.ts';

const EXPOSED = 'Access-Control-Expose-Headers';

/** Lets scripts of other origins read a header of the answer, if the request comes from another origin. */
export function exposeHeader(reply: FastifyReply, name: string): void {
  if (reply.request.headers.origin === undefined) return;
  const others = asText(reply.getHeader(EXPOSED) ?? '');
  const names = others === '' ? [] : others.split(', ');
  if (!names.includes(name)) reply.header(EXPOSED, [...names, name].join(', '));
}
