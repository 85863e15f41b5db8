import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Tells when the client of a request has its answer or has gone. A response that waits for its turn on its connection has no
 * socket yet, so it does not hear of the end of the connection, which may have ended already.
 */
export class Departures {
  readonly #pipelined = new WeakMap<Socket, Set<() => void>>();

  /** Calls `gone` then, or soon if it was before. What is returned takes that back. */
  once({ socket }: IncomingMessage, response: ServerResponse, gone: () => void): () => void {
    if (response.destroyed || (!response.socket && socket.destroyed)) {
      const soon = setImmediate(gone);
      return () => clearImmediate(soon);
    }
    response.once('close', gone);
    const others = response.socket ? undefined : this.#pipelinedOn(socket);
    others?.add(gone);
    return () => {
      response.off('close', gone);
      others?.delete(gone);
    };
  }

  #pipelinedOn(socket: Socket): Set<() => void> {
    const known = this.#pipelined.get(socket);
    if (known) return known;
    const waiting = new Set<() => void>();
    this.#pipelined.set(socket, waiting);
    socket.once('close', () => {
      for (const gone of waiting) gone();
    });
    return waiting;
  }
}
