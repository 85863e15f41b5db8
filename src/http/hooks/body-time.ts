import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../../errors/api-error.ts';
import { bodyKind } from '../body-kind.ts';

/** The minimum rate of a body in bytes per second; a slower one is taken for an attack. */
const MIN_RATE = 8 * 1024;
/** Files may come over slow connections, and their upload waits for the storage. */
const MIN_RATE_OF_FILES = 1024;

/** Ends requests whose body takes too long to arrive, with error 2. */
export function limitBodyTime(app: FastifyInstance, graceMs: number): void {
  app.addHook('onRequest', (request, reply, done) => {
    const kind = bodyKind(request);
    if (kind !== 'none' && !request.raw.complete)
      watch(request, reply, graceMs, kind === 'multipart' ? MIN_RATE_OF_FILES : MIN_RATE);
    done();
  });
}

function watch({ raw }: FastifyRequest, reply: FastifyReply, graceMs: number, rate: number): void {
  const { socket } = raw;
  const begun = performance.now();
  const bytesThen = socket.bytesRead;
  const leftMs = (): number => graceMs + ((socket.bytesRead - bytesThen) / rate) * 1000 - (performance.now() - begun);
  const look = (): void => {
    const left = leftMs();
    if (left > 0) timer = setTimeout(look, left).unref();
    else if (!reply.sent) reply.send(new ApiError('requestTimeout'));
    else socket.destroy();
  };
  let timer = setTimeout(look, graceMs).unref();
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(timer));
}
