import type { FastifyInstance } from 'fastify';

const BODY_MS = 120_000;

/** Ends connections whose body takes too long to arrive; forms take as long as their files are large. */
export function limitBodyTime(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw, headers }) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    if (!hasBody || headers['content-type']?.startsWith('multipart/')) return;
    const timer = setTimeout(() => raw.socket.destroy(), BODY_MS).unref();
    for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
  });
}
