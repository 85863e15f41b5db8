import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A proxy to a database server, whose connections can go silent or be reset. */
export class DatabaseFront {
  readonly #server: Server;
  readonly #pairs = new Set<readonly [Socket, Socket]>();
  #isSilent = false;
  #answersLeft = Number.POSITIVE_INFINITY;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async to(host: string, port: number): Promise<DatabaseFront> {
    const server = createServer((client) => front.#join(client, connect(port, host)));
    const front = new DatabaseFront(server);
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return front;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Swallows everything from now on, also what new connections send; or no longer. */
  silence(isSilent: boolean): void {
    this.#isSilent = isSilent;
  }

  /** Lets the database answer a number of times, and swallows everything after that. */
  silenceAfter(answers: number): void {
    this.#answersLeft = answers;
  }

  /** Resets those connections that `isChosen` is true for, on both sides. Returns their number. */
  reset(isChosen: () => boolean = () => true): number {
    const chosen = [...this.#pairs].filter(isChosen);
    for (const socket of chosen.flat()) socket.resetAndDestroy();
    return chosen.length;
  }

  close(): void {
    for (const socket of [...this.#pairs].flat()) socket.destroy();
    this.#server.close();
  }

  #join(client: Socket, database: Socket): void {
    const pair = [client, database] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [database, client] as const]) {
      from.on('error', () => {});
      from.on('data', (bytes) => {
        if (from === database && this.#answersLeft-- <= 0) this.#isSilent = true;
        if (!this.#isSilent) to.write(bytes);
      });
      from.on('close', () => {
        this.#pairs.delete(pair);
        to.destroy();
      });
    }
  }
}
