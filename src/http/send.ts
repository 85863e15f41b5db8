import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CachedAnswer } from '../projects/answer-cache.ts';
import type { Body, TaggedAnswer } from '../projects/tagged-answer.ts';
import { type Awaitable, andThen } from '../shared/awaitable.ts';
import { cacheAnswer, tagOf } from './cached-answers.ts';
import { noteCaching } from './caching.ts';
import { contentDisposition } from './content-disposition.ts';
import { encoded } from './encoded.ts';
import { tagAnswer } from './entity-tags.ts';
import { envelope } from './envelope.ts';
import { eventStream } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import type { ExportFile } from './export/write.ts';
import { rememberClient } from './fast/remember-client.ts';
import { allowOrigin } from './hooks/cors.ts';
import { isRead } from './is-read.ts';
import type { Answer } from './route.ts';
import type { FileBody } from './send-file.ts';
import { corsAt, type Running } from './server-parts.ts';
import { renewSessionCookie } from './session-cookie.ts';
import { adviceOf } from './timing.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Answers that are written in one go. */
type Plain = Exclude<Answer, { kind: 'stream' | 'export' | 'file' | 'events' }>;

/** Streams a body while it is produced. */
export function sendStream(
  parts: Running,
  { request, reply }: Exchange,
  body: Readable,
  type = JSON_TYPE,
): FastifyReply {
  allowOrigin(request, reply, corsAt(parts, request));
  const sent = request.method === 'HEAD' ? closed(body) : body;
  return finish(request, reply).code(200).type(type).send(sent);
}

/** Closes the body of an answer to HEAD. Otherwise the framework would read it to its end after the request. */
function closed(body: Readable): Readable {
  body.destroy();
  return Readable.from([]);
}

/** The events end when the connection ends, and when the server stops. */
export async function sendEvents(
  parts: Running,
  exchange: Exchange,
  answer: Extract<Answer, { kind: 'events' }>,
): Promise<FastifyReply> {
  const { reply } = exchange;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const body = await eventStream(answer, AbortSignal.any([gone.signal, parts.closing]));
  reply.header('X-Accel-Buffering', 'no');
  return sendStream(parts, exchange, body, 'text/event-stream; charset=utf-8');
}

/** Sends a list as a file with its name. */
export function sendExport(parts: Running, exchange: Exchange, { type, name, body }: ExportFile): FastifyReply {
  exchange.reply.header('Content-Disposition', contentDisposition(name, true));
  return sendStream(parts, exchange, body, type);
}

/** Sends the status and body of a file; its other headers are already set. */
export function sendFile(parts: Running, { request, reply }: Exchange, { status, body }: FileBody): FastifyReply {
  allowOrigin(request, reply, corsAt(parts, request));
  return finish(request, reply).code(status).send(body);
}

/** Sends an answer in one go, by its kind. */
export function send(parts: Running, exchange: Exchange, answer: Plain): Awaitable<FastifyReply> {
  const { request, reply } = exchange;
  allowOrigin(request, reply, corsAt(parts, request));
  switch (answer.kind) {
    case 'deleted':
      return finish(request, reply).code(204).send();
    case 'nothing':
      return answer.public || exchange.isPublic
        ? json(request, reply, 200, '{"public":true}')
        : finish(request, reply).code(204).send();
    case 'text':
      return sendText(exchange, answer);
    case 'document':
      finish(request, reply).code(answer.status).headers(answer.headers);
      return answer.text === null ? reply.send() : reply.type(answer.type).send(answer.text);
    case 'redirect':
      return finish(request, reply)
        .code(302)
        .header('Location', answer.location)
        .type(JSON_TYPE)
        .send('{"public":true}');
    default:
      return andThen(encoded(envelope(answer, exchange.isPublic)), (body) => sendData(parts, exchange, answer, body));
  }
}

function sendText({ request, reply }: Exchange, answer: Extract<Answer, { kind: 'text' }>): FastifyReply {
  const { text, type, version } = answer;
  const isKnown = version !== undefined && tagAnswer(request, reply, version);
  finish(request, reply);
  return isKnown ? reply.code(304).send() : reply.type(type).send(text);
}

/** Reads without a version get an entity tag computed from the body. */
function sendData(
  parts: Running,
  exchange: Exchange,
  answer: Extract<Answer, { kind: 'data' }>,
  body: Body,
): FastifyReply {
  const { request, reply, entered } = exchange;
  const tag = answer.version ?? (entered && isRead(request.method) ? tagOf(body) : null);
  const isKnown = tag !== null && tagAnswer(request, reply, tag);
  const cached = cacheAnswer(exchange, { body, tag });
  finish(request, reply).code(200).type(JSON_TYPE);
  rememberClient(parts.fast, exchange, cached);
  return isKnown ? reply.code(304).removeHeader('Content-Type').send() : reply.send(body);
}

/** Sends an answer that was made before, or for another request. */
export function sendCached(parts: Running, exchange: Exchange, known: TaggedAnswer): FastifyReply {
  const { request, reply } = exchange;
  renewSessionCookie(exchange);
  request.timing.mark('cache');
  allowOrigin(request, reply, corsAt(parts, request));
  const { body, tag } = known;
  const isKnown = tagAnswer(request, reply, tag);
  finish(request, reply).code(200).type(JSON_TYPE);
  rememberClient(parts.fast, exchange, known instanceof CachedAnswer ? known : undefined);
  return isKnown ? reply.code(304).removeHeader('Content-Type').send() : reply.send(body);
}

/** Sends a JSON text with a status. */
export function json(request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply {
  return finish(request, reply).code(status).type(JSON_TYPE).send(body);
}

/** Sets the headers that every answer has. */
export function finish(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.timing.mark('write');
  noteCaching(request, reply);
  return reply
    .header('Server-Timing', `${request.timing.toString()}${adviceOf(request.exchange?.hints)}`)
    .header('X-Request-Id', request.id)
    .header('X-Content-Type-Options', 'nosniff');
}
