import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError } from '../../errors/api-error.ts';
import type { ErrorName } from '../../errors/catalogue.ts';
import { failure } from '../envelope.ts';

const NAMES: Readonly<Record<string, ErrorName>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'headersTooLarge',
};
const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** Responds in the usual format to requests that cannot be parsed, and ends the connection. */
export class ClientErrors {
  readonly #answers = new WeakMap<Socket, ServerResponse>();

  /** Tracks the response in progress on a connection: writing an error in the middle of it would corrupt it. */
  begin(answer: ServerResponse, socket: Socket): void {
    this.#answers.set(socket, answer);
  }

  answer(error: NodeJS.ErrnoException, socket: Socket): void {
    const answer = this.#answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy();
    endWith(socket, new ApiError(NAMES[error.code ?? ''] ?? 'malformedRequest'));
  }
}

/** Writes an error to a connection without a request, and ends it. */
export function endWith(socket: Socket, error: ApiError): void {
  const body = failure(error);
  const head = [
    `HTTP/1.1 ${error.status} ${REASONS[error.status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'X-Content-Type-Options: nosniff',
    ...(error.retryAfter === null ? [] : [`Retry-After: ${error.retryAfter}`]),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
