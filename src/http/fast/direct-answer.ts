import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Body } from '../../projects/tagged-answer.ts';
import { hasTag } from '../entity-tags.ts';
import { logLine } from '../hooks/log.ts';
import type { Metrics } from '../metrics.ts';
import { endWhenStalled } from '../stalled.ts';
import { adviceOf } from '../timing.ts';
import type { KnownClient } from './known-client.ts';
import { canWriteWhole, linesOf, writeWhole } from './write-whole.ts';

/** What the server provides for answers that the framework does not send. */
export interface DirectParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly stalledMs: number;
  /** How long a connection is kept for the next request. */
  readonly keepAliveMs: number;
  /** Once it aborts, answers end their connections, and further requests take the ordinary path. */
  readonly closing: AbortSignal;
}

/** The body and entity tag of an answer. */
export interface Shown {
  /** Null for an answer without a body. */
  readonly body: Body | null;
  /** Without quotes; null if there is none. */
  readonly tag: string | null;
}

/** A request as it appears in the log. */
export interface Logged {
  readonly path: string;
  readonly query: string | undefined;
}

/** An answer to a known client, with what the log and the headers say about it. */
interface Direct {
  readonly client: KnownClient;
  readonly logged: Logged;
  readonly shown: Shown;
  /** When the request began, on the clock of `performance.now()`. */
  readonly start: number;
  /** The name of the stage since then, for `Server-Timing`. */
  readonly stage: string;
  /** Hints at what would make the request faster. */
  readonly hints?: ReadonlySet<string>;
}

/** Sends an answer to a known client, or 304 if the client has it already, and logs the request. */
export function sendDirectly(
  parts: DirectParts,
  { client, logged, shown, start, stage, hints }: Direct,
  [request, response]: readonly [IncomingMessage, ServerResponse],
): void {
  const { tag } = shown;
  // The answer says that its connection closes, or the client would send the next request on it.
  if (parts.closing.aborted) response.shouldKeepAlive = false;
  const id = randomUUID();
  const isKnown = hasState(request, tag);
  const body = isKnown ? null : shown.body;
  const status = isKnown ? 304 : body === null ? 204 : 200;
  const timing = `${stage};dur=${(performance.now() - start).toFixed(2)}${adviceOf(hints)}`;
  const own = ['x-request-id', id, 'server-timing', timing];
  if (tag !== null) own.push('etag', `"${tag}"`);
  const bytes = body === null ? 0 : Buffer.byteLength(body);
  if (body !== null) own.push('content-length', String(bytes));
  send([request, response], { status, own, body: body ?? undefined, bytes }, client, parts.keepAliveMs);
  if (response.writableLength > 0) endWhenStalled(response, parts.stalledMs, true);
  const { method = '' } = request;
  report(parts, { id, method, ...logged, status, ip: client.ip }, performance.now() - start);
}

/** Whether the client has the answer already. (RFC 9110, section 13.1.2.) */
function hasState({ method, headers }: IncomingMessage, tag: string | null): boolean {
  const condition = headers['if-none-match'];
  return condition !== undefined && tag !== null && method === 'GET' && hasTag(condition, tag);
}

/** An answer, with those of its headers that do not belong to its client, as a flat list of names and values. */
interface Own {
  readonly status: number;
  readonly own: readonly string[];
  readonly body: Body | undefined;
  /** The length of the body. */
  readonly bytes: number;
}

function send(
  [request, response]: readonly [IncomingMessage, ServerResponse],
  { status, own, body, bytes }: Own,
  client: KnownClient,
  keepAliveMs: number,
): void {
  const { headers, lines } = body === undefined ? client.withoutBody : client.withBody;
  if (lines !== null && canWriteWhole(request, response))
    writeWhole(response, { status, lines: lines + linesOf(own), body, bytes }, keepAliveMs);
  else response.writeHead(status, [...headers, ...own]).end(body);
}

function report({ metrics, log }: DirectParts, reported: Logged & Reported, ms: number): void {
  const { id, method, path, query, status, ip } = reported;
  metrics.answered(ms, status);
  if (log.isLevelEnabled('info')) logLine(log, 'info', { id, method, path, query, status, ms, ip });
}

interface Reported {
  readonly id: string;
  readonly method: string;
  readonly status: number;
  readonly ip: string;
}
