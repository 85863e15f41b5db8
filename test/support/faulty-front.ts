import { once } from 'node:events';
import {
  request as ask,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';

/** A response that is written instead of the target's. */
interface OtherAnswer {
  readonly status: number;
  readonly headers?: OutgoingHttpHeaders;
  readonly body?: string | Buffer;
}

/** Changes the target's response before it is passed on. */
type Altered = (answer: Required<OtherAnswer>) => OtherAnswer;

/**
 * What happens to a request: it passes, gets no response, has its connection cut at some point, gets its response byte
 * by byte, or gets another response.
 */
export type Fault =
  | 'none'
  | 'silent'
  | 'cut while sending'
  | 'cut after the headers'
  | 'cut while answering'
  | 'drip'
  | OtherAnswer
  | Altered;

/** A proxy in front of another server that makes requests fail as a test demands. */
export class FaultyFront {
  readonly #server: Server;
  readonly #target: URL;
  /** Decides the fate of each request. */
  fault: (request: IncomingMessage) => Fault = () => 'none';
  /** Requests since the list was last emptied, as `METHOD path`. */
  readonly requests: string[] = [];

  private constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((request, response) => this.#take(request, response));
  }

  static async start(target: string): Promise<FaultyFront> {
    const front = new FaultyFront(target);
    front.#server.listen(0, '127.0.0.1');
    await once(front.#server, 'listening');
    return front;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Lets all requests pass again, and empties the list. */
  mend(): void {
    this.fault = () => 'none';
    this.requests.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.requests.push(`${request.method} ${request.url}`);
    const fault = this.fault(request);
    if (fault === 'silent') request.resume();
    else if (fault === 'cut while sending') request.once('data', () => request.destroy());
    else if (typeof fault === 'object') instead(request, response, fault);
    else this.#pass(request, response, fault);
  }

  #pass(request: IncomingMessage, response: ServerResponse, fault: Fault): void {
    const { method, url, headers } = request;
    const { hostname, port } = this.#target;
    const passed = ask({ hostname, port, method, path: url, headers }, (answer) => {
      if (typeof fault === 'function') return void alter(answer, request, response, fault);
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      if (fault === 'cut after the headers') {
        response.flushHeaders();
        return void answer.once('data', () => response.destroy());
      }
      if (fault === 'drip') return void drip(answer, response);
      if (fault !== 'cut while answering') return void answer.pipe(response);
      answer.once('data', (chunk: Buffer) =>
        response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy()),
      );
    });
    passed.on('error', () => response.destroy());
    request.on('error', () => passed.destroy());
    request.pipe(passed);
  }
}

const DRIP_MS = 20;

/** Passes the body on, a byte at a time, until nobody reads it any more. */
async function drip(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const byte of await buffer(answer)) {
    if (response.destroyed) return;
    response.write(Buffer.of(byte));
    await setTimeout(DRIP_MS);
  }
  response.end();
}

const SLOW_DOWN = {
  headers: { 'content-type': 'application/xml' },
  body: '<Error><Code>SlowDown</Code></Error>',
};

function instead(request: IncomingMessage, response: ServerResponse, fault: OtherAnswer): void {
  request.resume();
  write(request, response, { ...SLOW_DOWN, ...fault, headers: { ...SLOW_DOWN.headers, ...fault.headers } });
}

async function alter(
  answer: IncomingMessage,
  request: IncomingMessage,
  response: ServerResponse,
  altered: Altered,
): Promise<void> {
  const { statusCode: status = 0, headers } = answer;
  write(request, response, altered({ status, headers, body: await buffer(answer) }));
}

function write(request: IncomingMessage, response: ServerResponse, { status, headers, body }: OtherAnswer): void {
  response.writeHead(status, { ...headers, connection: 'close' });
  response.end(request.method === 'HEAD' ? '' : body);
}
