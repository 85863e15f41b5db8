import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver has got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A server that receives webhooks on a free port of this machine. */
export interface Receiver {
  /** `host:port`, to be allowed. */
  readonly host: string;
  readonly received: readonly Received[];
  /** What is answered to a path; 200 otherwise. Null answers never. */
  readonly answers: Map<string, number | null>;
  /** What is answered to a path besides the status; nothing otherwise. */
  readonly texts: Map<string, string>;
  stop(): Promise<void>;
}

/** Starts a receiver. A redirect leads to `/elsewhere`. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<string, number | null>();
  const texts = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    const status = answers.get(path) ?? (answers.has(path) ? null : 200);
    if (status !== null) response.writeHead(status, { location: '/elsewhere' }).end(texts.get(path));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    texts,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
