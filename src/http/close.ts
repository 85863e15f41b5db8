import type { FastifyInstance } from 'fastify';

const GRACE_MS = 9_000;
const SWEEP_MS = 50;

/** Answers what is in flight, then closes; whoever takes longer than some seconds is cut off. */
export async function closeServer(http: FastifyInstance): Promise<void> {
  const end = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
  // A client that keeps its connection would hold the server until the end, though it has its answer.
  const sweep = setInterval(() => http.server.closeIdleConnections(), SWEEP_MS);
  await http.close();
  clearTimeout(end);
  clearInterval(sweep);
}
