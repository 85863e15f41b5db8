import { Socket } from 'node:net';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
  readonly path: string | undefined;
}

/** A socket on its way to a server; what is written meanwhile waits. */
export function dial({ host, port, path }: Endpoint): Socket {
  const socket = new ServerSocket();
  return path === undefined ? socket.connect(port, host) : socket.connect(path);
}

/**
 * A socket that tells of every loss as an error, and in the moment of its closing. Between an error and the closing the
 * driver would take statements that nobody answers; without an error it would dial again and again, telling nobody.
 */
class ServerSocket extends Socket {
  #error: unknown = null;

  override emit(event: string | symbol, ...values: unknown[]): boolean {
    const emit = super.emit as (event: string | symbol, ...values: unknown[]) => boolean;
    if (event === 'error') {
      this.#error = values[0];
      return true;
    }
    if (event !== 'close') return emit.call(this, event, ...values);
    emit.call(this, 'error', this.#error ?? closed());
    return emit.call(this, 'close', true);
  }
}

function closed(): Error {
  return Object.assign(new Error('the server closed the connection'), { code: 'CONNECTION_CLOSED' });
}
