import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import type { CheckedBody } from '../wire/wire.ts';
import { abortFlight, cachedAnswer, inFlight } from './cached-answers.ts';
import { nameSchemaChanges } from './changes-header.ts';
import { checkBody } from './checked-body.ts';
import { type Enter, enterAgain, entered, whileEntered } from './enter.ts';
import type { Exchange } from './exchange.ts';
import { pointToExplanation } from './explain-reference.ts';
import { writeExport } from './export/write.ts';
import { filterAnswer } from './filter-answer.ts';
import { toApiError } from './hooks/errors.ts';
import { withNotes } from './notes.ts';
import type { Answer, Route } from './route.ts';
import { send, sendCached, sendEvents, sendExport, sendFile, sendStream } from './send.ts';
import { prepareFile } from './send-file.ts';
import type { Running } from './server-parts.ts';
import { renewSessionCookie } from './session-cookie.ts';
import { streamedBody } from './streamed-body.ts';
import { tokenInBody } from './token.ts';

/** Runs the handler of a route once the request has been admitted, and sends the answer. */
export async function respond(
  parts: Running,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { slot } = request.raw;
  slot?.begin();
  try {
    return await answered(parts, route, enter, request, reply);
  } finally {
    slot?.end();
  }
}

async function answered(
  parts: Running,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = await exchangeOf(parts, request, route, () => entered(parts, route, enter, request, reply));
  if (request.raw.failed) throw request.raw.failed.error;
  const known = await cachedAnswer(exchange, route);
  if (known) return sendCached(parts, exchange, known);
  return inFlight(exchange, () => answerAnew(parts, route, exchange));
}

async function answerAnew(parts: Running, route: Route, exchange: Exchange): Promise<FastifyReply> {
  const { request } = exchange;
  const given = await answerOf(parts, route, exchange);
  const answer = withNotes(exchange.extended ? await filterAnswer(exchange, given) : given, exchange.notes);
  renewSessionCookie(exchange);
  nameSchemaChanges(exchange);
  request.timing.mark('work');
  if (LONG.has(answer.kind)) {
    abortFlight(exchange);
    parts.admission.transfer(request.raw, 'values' in answer ? answer.values : 0);
  }
  if (answer.kind === 'stream') {
    const chunks = whileEntered(exchange, answer.chunks);
    return sendStream(parts, exchange, await streamedBody({ ...answer, chunks }, exchange.isPublic));
  }
  if (answer.kind === 'export') {
    const items = whileEntered(exchange, answer.items);
    return sendExport(parts, exchange, await writeExport({ ...answer, items }));
  }
  if (answer.kind === 'events') return sendEvents(parts, exchange, answer);
  if (answer.kind === 'file') return sendFile(parts, exchange, await prepareFile(exchange, answer));
  return send(parts, exchange, answer);
}

/**
 * The exchange of a request, with its caller. The sender of a large body is identified before the body is read, and
 * again once it has arrived. A token in the body still counts, and must belong to a caller who may send a large body.
 * Errors 13, 108, 3. (Contract, A-1 and R-37.)
 */
async function exchangeOf(
  parts: Running,
  request: FastifyRequest,
  route: Route,
  identify: () => Promise<Exchange>,
): Promise<Exchange> {
  const { exchange: early } = request;
  if (early && tokenInBody(request) === undefined) {
    await enterAgain(early, route);
    return early;
  }
  const exchange = await identify();
  if (early && exchange.isPublic) throw new ApiError('publicPayloadTooLarge', { limit: parts.bodies.publicBytes });
  return exchange;
}

/** Kinds of answers that are sent only as fast as their client reads. */
const LONG: ReadonlySet<Answer['kind']> = new Set(['stream', 'export', 'file', 'events']);

/** The handler's answer. A failure becomes an answer where the route has a format of its own for failures. */
function answerOf(parts: Running, route: Route, exchange: Exchange): Promise<Answer> | Answer {
  const { fails } = route;
  return fails ? answerOrFailure(parts, { ...route, fails }, exchange) : handled(route, exchange);
}

/** The handler's answer, after a body with a fixed shape has been checked. */
function handled(route: Route, exchange: Exchange): Promise<Answer> | Answer {
  const { body } = route.wire;
  return body?.check === 'shape' ? handledChecked(route, body, exchange) : route.handle(exchange);
}

async function handledChecked(route: Route, body: CheckedBody, exchange: Exchange): Promise<Answer> {
  route.admit?.(exchange);
  const sent = exchange.unchecked(body);
  await checkBody(body, sent);
  exchange.accept(body, sent);
  return route.handle(exchange);
}

async function answerOrFailure(
  parts: Running,
  route: Route & Required<Pick<Route, 'fails'>>,
  exchange: Exchange,
): Promise<Answer> {
  try {
    return await handled(route, exchange);
  } catch (error) {
    const shown = toApiError(error, exchange.dialect);
    parts.failures.add(error, shown, exchange.request, exchange.entered?.project);
    exchange.request.failure = shown;
    pointToExplanation(shown, exchange);
    return route.fails(shown, exchange);
  }
}
