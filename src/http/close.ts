import type { FastifyInstance } from 'fastify';

const GRACE_MS = 9_000;
const SWEEP_MS = 50;

/** Completes requests in flight, then closes. Slow requests are cut off after some seconds. */
export async function closeServer(http: FastifyInstance): Promise<void> {
  const end = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
  // An idle keep-alive connection would delay the shutdown.
  const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS);
  await http.close();
  clearTimeout(end);
  clearInterval(sweep);
}
