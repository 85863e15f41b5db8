import { once } from 'node:events';
import { request as ask, createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it passes, gets no response, has its connection cut at some point, or is refused. */
export type Fault = 'none' | 'silent' | 'cut while sending' | 'cut while answering' | { readonly status: number };

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
    else if (typeof fault === 'object') refuse(request, response, fault.status);
    else this.#pass(request, response, fault === 'cut while answering');
  }

  #pass(request: IncomingMessage, response: ServerResponse, cut: boolean): void {
    const { method, url, headers } = request;
    const { hostname, port } = this.#target;
    const passed = ask({ hostname, port, method, path: url, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0, answer.headers);
      if (!cut) return void answer.pipe(response);
      answer.once('data', (chunk: Buffer) =>
        response.write(chunk.subarray(0, chunk.length / 2), () => response.destroy()),
      );
    });
    passed.on('error', () => response.destroy());
    request.on('error', () => passed.destroy());
    request.pipe(passed);
  }
}

function refuse(request: IncomingMessage, response: ServerResponse, status: number): void {
  request.resume();
  response.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
  response.end(request.method === 'HEAD' ? '' : '<Error><Code>SlowDown</Code></Error>');
}
