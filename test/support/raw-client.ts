import { connect, type Socket } from 'node:net';

/** What arrived on a connection until it was closed. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A client that writes arbitrary bytes, and never closes a connection on its own. */
export class RawClient {
  readonly socket: Socket;
  readonly #ended: Promise<void>;
  #received = '';

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString('latin1');
    });
    this.socket.on('error', () => {});
    this.#ended = new Promise((done) => this.socket.once('end', done).once('close', () => done()));
  }

  write(text: string | Buffer): this {
    this.socket.write(text);
    return this;
  }

  /** Writes the same text again and again, until the connection closes or `end` is called. */
  drip(text: string, everyMs: number): this {
    const timer = setInterval(() => this.socket.writable && this.socket.write(text), everyMs);
    void this.#ended.then(() => clearInterval(timer));
    return this;
  }

  /** The last response on the connection, once the server has closed it. */
  async answer(): Promise<RawAnswer> {
    await this.#ended;
    this.socket.destroy();
    const begin = this.#received.lastIndexOf('HTTP/1.1 ');
    const [head = '', body = ''] = this.#received.slice(Math.max(begin, 0)).split('\r\n\r\n', 2);
    const [line = '', ...lines] = head.split('\r\n');
    const headers = lines
      .map((header) => header.split(': ', 2))
      .map(([name = '', value = '']) => [name.toLowerCase(), value]);
    return { status: Number(line.split(' ')[1] ?? 0), headers: Object.fromEntries(headers), body };
  }
}
