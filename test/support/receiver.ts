import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a receiver got. */
export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: string;
}

/** A server that receives webhooks on a free port of this machine. */
export interface Receiver {
  /** `host:port`, for the list of allowed hosts. */
  readonly host: string;
  readonly received: readonly Received[];
  /** Status to answer by path; 200 otherwise. With null, the receiver never answers. */
  readonly answers: Map<string, number | null>;
  /** Text to answer by path; none otherwise. */
  readonly texts: Map<string, string>;
  /** `Retry-After` by path; none otherwise. */
  readonly waits: Map<string, string>;
  stop(): Promise<void>;
}

/** Starts a receiver. Its redirects lead to `/elsewhere`. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const answers = new Map<string, number | null>();
  const texts = new Map<string, string>();
  const waits = new Map<string, string>();
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    received.push({ method, path, headers, body: await text(request) });
    const status = answers.get(path) ?? (answers.has(path) ? null : 200);
    const wait = waits.get(path);
    const sent = { location: '/elsewhere', ...(wait !== undefined && { 'retry-after': wait }) };
    if (status !== null) response.writeHead(status, sent).end(texts.get(path));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    texts,
    waits,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
}
