import type { FastifyRequest } from 'fastify';
import { textOf } from '../query/parse/parameters.ts';
import { isRecord } from '../shared/is-record.ts';
import { percentDecoded } from '../shared/percent-decoded.ts';
import { asText } from '../shared/text.ts';
import type { Credential } from './credential.ts';
import type { Exchange } from './exchange.ts';
import { sessionCookieName } from './session-cookie.ts';

/**
 * The access token of a request, from the first place that has one: the body or the query, the `Authorization` header,
 * then the project's session cookie. (Contract, A-1.)
 */
export function credentialOf(exchange: Exchange, project: string): Credential | null {
  const { request } = exchange;
  const sent = tokenInBody(request);
  if (sent) return { ...ELSEWHERE, token: sent };
  const given = textOf(exchange.parameters.access_token);
  if (given) return { ...ELSEWHERE, token: given };
  const token = bearer(request) || basic(request);
  if (token) return { ...ELSEWHERE, token, inHeader: true };
  const session = cookieOf(request, sessionCookieName(project));
  return session ? { ...ELSEWHERE, token: session, byCookie: true } : null;
}

const ELSEWHERE = { byCookie: false, inHeader: false };

/** The token in a body that has been parsed; undefined if there is none. */
export function tokenInBody({ body }: FastifyRequest): string | undefined {
  return (isRecord(body) && typeof body.access_token === 'string' && body.access_token) || undefined;
}

/** The header of a view. (Contract, A-152.) */
export const VIEW_HEADER = 'octavo-view-as';

/** The view that a request asks for; undefined if there is none. Images and streams name it in the query. */
export function viewOf({ request, parameters }: Exchange): string | undefined {
  const given = request.headers[VIEW_HEADER];
  return given === undefined ? textOf(parameters.view_as) : asText(given);
}

/** The token in an `Authorization: Bearer …` header. */
export function bearer({ headers }: FastifyRequest): string | null {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
}

/** HTTP Basic carries a token as the user name, with no password or the same one. */
function basic({ headers }: FastifyRequest): string | null {
  const encoded = /^basic +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const [user = '', password = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':', 2);
  return user !== '' && (password === '' || password === user) ? user : null;
}

/** The value of a cookie; null if the name occurs twice. */
export function cookieOf({ headers }: FastifyRequest, name: string): string | null {
  const values = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const equals = pair.indexOf('=');
    return pair.slice(0, equals).trim() === name ? [pair.slice(equals + 1).trim()] : [];
  });
  return values.length === 1 ? (percentDecoded(values[0] ?? '') ?? null) : null;
}
