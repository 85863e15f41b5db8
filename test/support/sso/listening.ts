import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test server on a free port of 127.0.0.1. */
export interface Listening {
  readonly base: string;
  stop(): Promise<void>;
}

/** Starts to listen; the handler may be made once the address is known. */
export async function listen(
  handlerAt: (base: string) => (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listening> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  server.on('request', handlerAt(base));
  return {
    base,
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
