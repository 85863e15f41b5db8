import type { FastifyInstance } from 'fastify';

const GRACE_MS = 9_000;
const SWEEP_MS = 50;

/** Completes requests in flight, then closes; slow ones are cut off after some seconds. */
export async function closeServer(http: FastifyInstance): Promise<void> {
  const end = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
  // A keep-alive connection would delay the end, although its response has been sent.
  const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS);
  await http.close();
  clearTimeout(end);
  clearInterval(sweep);
}
