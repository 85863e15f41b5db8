import type { IncomingMessage } from 'node:http';
import { networkOf } from '../../auth/network-of.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import { roleOf, userIdOf } from '../../permissions/caller.ts';
import type { Catalog } from '../../persistence/catalog.ts';
import type { Project } from '../../projects/project.ts';
import type { Identity } from '../../services/auth/identity.ts';
import { steadyNow } from '../../shared/steady-time.ts';
import { asText } from '../../shared/text.ts';
import type { Exchange } from '../exchange.ts';
import { PREVIEW_HEADER } from '../hooks/admit-preview.ts';
import type { ParsedQuery } from '../parsed-query.ts';
import { VIEW_HEADER } from '../token.ts';
import { isPlain, linesOf } from './write-whole.ts';

/** Headers that belong to a single answer, and those that Node writes. */
const OWN: ReadonlySet<string> = new Set([
  'x-request-id',
  'server-timing',
  'content-length',
  'date',
  'connection',
  'etag',
]);
/** Longer requests are not cached. */
const MAX_LENGTH = 4_000;
const OWN_OR_OF_BODY: ReadonlySet<string> = new Set([...OWN, 'content-type']);

/**
 * A client whose request was admitted and answered, with what its next request need not determine again. It keeps no
 * closed project in memory.
 */
export interface KnownClient {
  readonly project: WeakRef<Project>;
  readonly catalog: WeakRef<Catalog>;
  readonly token: string | null;
  readonly identity: Identity;
  readonly ip: string;
  readonly baseUrl: string;
  readonly linkUrl: string | null;
  /** Headers of its answers. */
  readonly withBody: KnownHeaders;
  readonly withoutBody: KnownHeaders;
  /** Queries whose lists were too long to be sent in one go; they take the ordinary path. */
  readonly long: WeakSet<ParsedQuery>;
  /** The size of the last list that a query returned, in bytes. */
  readonly bytes: WeakMap<ParsedQuery, number>;
}

/** Headers that all answers to a client share. */
interface KnownHeaders {
  /** A flat list of names and values. */
  readonly headers: readonly string[];
  /** The same headers as lines; null if one of them is not plain text. */
  readonly lines: string | null;
}

/** The client of a request that was answered with data; null if its requests must be counted or checked one by one. */
export function knownClient(exchange: Exchange): KnownClient | null {
  const { reply, project, identity, token, request, baseUrl, linkUrl } = exchange;
  if (reply.hasHeader('Set-Cookie') || reply.statusCode >= 300 || !isOfToken(identity) || !admitsAll(exchange))
    return null;
  const headers = reply.getHeaders();
  return {
    project: new WeakRef(project),
    catalog: new WeakRef(project.catalog),
    token,
    identity,
    ip: request.ip,
    baseUrl,
    linkUrl,
    withBody: headersWithout(OWN, headers),
    withoutBody: headersWithout(OWN_OR_OF_BODY, headers),
    long: new WeakSet(),
    bytes: new WeakMap(),
  };
}

/** Whether the token of a client is still that of the same caller. The project must be open, and should have been refreshed. */
export function isKnown(project: Project, { token, identity }: KnownClient): boolean {
  if (project.extensions) return false;
  return token === null || project.identities.get(token, steadyNow()) === identity;
}

/** The caller that a client's requests are counted for: its user, or the address if it is the public. */
export function callerOf({ identity: { caller }, ip }: KnownClient): string {
  return caller.kind === 'public' ? networkOf(ip) : String(userIdOf(caller));
}

declare module 'node:http' {
  interface IncomingMessage {
    /** Caches {@link clientKey}. */
    clientKey?: string | null;
  }
}

/** Every part of a request besides its URL that identifies its client; null if the request is unusual. */
export function clientKey(request: IncomingMessage, isBehindProxy: boolean): string | null {
  if (request.clientKey === undefined) request.clientKey = keyOf(request, isBehindProxy);
  return request.clientKey;
}

function keyOf({ method, url = '', headers, socket }: IncomingMessage, isBehindProxy: boolean): string | null {
  const { authorization = '', cookie = '', host = '', origin = '' } = headers;
  if (method === 'GET' && (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined))
    return null;
  if (headers.expect !== undefined || headers.upgrade !== undefined) return null;
  if (headers[VIEW_HEADER] !== undefined || headers[PREVIEW_HEADER] !== undefined) return null;
  const key = `${authorization}\n${cookie}\n${host}\n${origin}\n${socket.remoteAddress}`;
  const whole = isBehindProxy ? `${key}\n${forwarded(headers)}` : key;
  return url.length + whole.length <= MAX_LENGTH ? whole : null;
}

/** What proxies report about the client, and about the address that it used. */
function forwarded(headers: IncomingMessage['headers']): string {
  const { 'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': protocol } = headers;
  return JSON.stringify([address, host, protocol]);
}

/** Whether an identity is that of a token or of the public, without a view, a preview or a pending second factor. */
const isOfToken = ({ viewer, preview, pending, rejected }: Identity): boolean =>
  viewer === null && !preview && pending === null && rejected === null;

/** Whether requests of the caller are neither counted nor refused by address. */
function admitsAll({ project, caller, identity: { key } }: Exchange): boolean {
  const rules = project.catalog.roles.get(roleOf(caller));
  return (
    !project.extensions &&
    !rateLimitsOf(project.config).requests &&
    (key === null || (key.rateLimit === null && key.addresses === null)) &&
    (rules?.allowedFrom ?? []).length === 0 &&
    !project.surroundings.watchExtensions
  );
}

function headersWithout(without: ReadonlySet<string>, all: Readonly<Record<string, unknown>>): KnownHeaders {
  const headers = Object.entries(all).flatMap(([name, value]) => (without.has(name) ? [] : [name, asText(value)]));
  return { headers, lines: headers.every(isPlain) ? linesOf(headers) : null };
}
