import { once } from 'node:events';
import type { Server } from 'node:http';
import { Server as Listener } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

const GRACE_MS = 9_000;
const SWEEP_MS = 50;

/** Completes requests in flight, then closes. Slow requests are cut off after some seconds. */
export async function closeServer(http: FastifyInstance): Promise<void> {
  const end = setTimeout(() => http.server.closeAllConnections(), GRACE_MS);
  await http.close();
  clearTimeout(end);
}

/**
 * Stops accepting connections, and closes idle ones after `idleMs`. If they were closed at once, a proxy that sends a
 * request on one at that moment would have to fail it: it cannot know whether a write has happened.
 */
export async function endIdleConnections(server: Server, idleMs: number): Promise<void> {
  // The HTTP server's own method would close idle connections, too.
  Listener.prototype.close.call(server);
  await Promise.race([once(server, 'close'), sleep(idleMs, undefined, { ref: false })]);
  // Each connection that becomes idle would delay the shutdown.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  server.once('close', () => clearInterval(sweep));
}
