import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isListed } from '../../auth/ip-list.ts';
import { ApiError } from '../../errors/api-error.ts';
import { failure } from '../envelope.ts';
import { isScimPath } from '../scim-exchange.ts';

declare module 'node:http' {
  interface IncomingMessage {
    /** Set if the server has no room for the request. */
    isRefused?: true;
  }
}

const error = new ApiError('projectBusy');
const BODY = failure(error);
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': Buffer.byteLength(BODY),
  'Retry-After': String(error.retryAfter),
  'X-Content-Type-Options': 'nosniff',
};
/** How long reading from a connection pauses: after the first refusal in a row, and at most. */
const PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;
/** How often refusals are logged. */
const LOGGED_MS = 10_000;

/** Refuses requests at little cost. A connection that keeps sending them is read less and less often. */
export class Refusals {
  readonly #trustedProxies: readonly string[];
  readonly #log: { warn(entry: object, message: string): void };
  readonly #refused: () => void;
  readonly #pauses = new WeakMap<Socket, number>();
  readonly #counts = new Map<string, number>();

  constructor(
    trustedProxies: readonly string[],
    log: { warn(entry: object, message: string): void },
    refused: () => void,
  ) {
    this.#refused = refused;
    this.#trustedProxies = trustedProxies;
    this.#log = log;
  }

  /**
   * Answers 503. Answers that need more than that, for pages of other origins and for SCIM clients, are left to `next`.
   */
  refuse(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    this.slowDown(request, response);
    request.isRefused = true;
    if (request.headers.origin !== undefined || isScimPath(request.url ?? '')) next();
    else response.writeHead(error.status, HEADERS).end(request.method === 'HEAD' ? undefined : BODY);
  }

  /** Stops reading a connection for a while once its request has been answered. Proxies serve many clients. */
  slowDown({ socket, url = '' }: IncomingMessage, response: ServerResponse): void {
    this.#count(url.split(/[/?]/, 2)[1] ?? '');
    if (this.#trustedProxies.length > 0 && isListed(socket.remoteAddress ?? '', this.#trustedProxies)) return;
    const pause = Math.min(MAX_PAUSE_MS, (this.#pauses.get(socket) ?? PAUSE_MS / 2) * 2);
    this.#pauses.set(socket, pause);
    response.once('finish', () => {
      // The server itself resumes the connection after the request's body.
      setImmediate(() => socket.pause());
      setTimeout(() => socket.resume(), pause).unref();
    });
  }

  /** Resets the count of a connection whose request has been admitted. */
  forgive(socket: Socket): void {
    this.#pauses.delete(socket);
  }

  #count(project: string): void {
    this.#refused();
    if (this.#counts.size === 0) setTimeout(() => this.#report(), LOGGED_MS).unref();
    if (this.#counts.size < 1_000 || this.#counts.has(project))
      this.#counts.set(project, (this.#counts.get(project) ?? 0) + 1);
  }

  #report(): void {
    for (const [project, refused] of this.#counts)
      this.#log.warn({ project, refused }, 'requests were refused because too many were waiting');
    this.#counts.clear();
  }
}
