import type { FastifyReply, FastifyRequest } from 'fastify';
import { pathOf } from './request-url.ts';

/** What the answers of a project depend on besides the URL. */
const VARY = 'Authorization, Cookie, Origin';
/** Paths whose answers carry tokens and secrets. */
const SECRET = /\/(?:auth|utils)\//;

/**
 * Sets `Cache-Control` unless the answer has it: browsers revalidate each time, and shared caches keep nothing.
 * (Contract, R-85 and R-86.)
 */
export function noteCaching({ url, exchange }: FastifyRequest, reply: FastifyReply): void {
  if (exchange?.identity.viewer || exchange?.identity.preview) forbidCaching(reply);
  if (reply.hasHeader('Cache-Control')) return;
  reply.header('Cache-Control', SECRET.test(pathOf(url)) ? 'no-store' : 'private, no-cache').header('Vary', VARY);
}

/** Forbids all caches to keep an answer. */
export function forbidCaching(reply: FastifyReply): void {
  reply.header('Cache-Control', 'no-store');
}
