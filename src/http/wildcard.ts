import type { FastifyRequest } from 'fastify';

/** The part of a path that the `*` of its route stands for, decoded. */
export const wildcard = ({ params }: FastifyRequest): string => (params as Readonly<Record<string, string>>)['*'] ?? '';
