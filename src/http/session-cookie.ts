import { parseSessionKey } from '../services/auth/session-token.ts';
import { expiryOf } from '../services/auth/sessions.ts';
import { isRecord } from '../shared/is-record.ts';
import { asText } from '../shared/text.ts';
import type { Exchange } from './exchange.ts';

const SAME_SITE: ReadonlySet<unknown> = new Set(['Lax', 'Strict', 'None']);

/** The name of a project's session cookie. (Contract, A-4.) */
export function sessionCookieName(project: string): string {
  return `platform-${project}-session`;
}

/** Sets the session cookie. Scripts cannot read it, and it is secure over https. */
export function setSessionCookie(exchange: Exchange, token: string, expires: Date): void {
  const { project, config } = exchange.project;
  const section = isRecord(config.sections.cookie) ? config.sections.cookie : {};
  const sameSite = SAME_SITE.has(section.same_site) ? section.same_site : 'Lax';
  const isSecure = section.secure === true || sameSite === 'None' || exchange.baseUrl.startsWith('https:');
  const parts = [
    `${sessionCookieName(project)}=${encodeURIComponent(token)}`,
    'path=/',
    `expires=${expires.toUTCString()}`,
    'HttpOnly',
    `SameSite=${asText(sameSite)}`,
    ...(isSecure ? ['Secure'] : []),
  ];
  exchange.reply.header('Set-Cookie', parts.join('; '));
}

/** Deletes the session cookie. */
export function dropSessionCookie(exchange: Exchange): void {
  setSessionCookie(exchange, '', new Date(0));
}

/**
 * Extends a session that is in use: every answer renews the cookie, and deletes one that is no longer valid. (Contract,
 *
 */
export function renewSessionCookie(exchange: Exchange): void {
  const { byCookie, token, identity, reply } = exchange;
  if (!byCookie || token === null || !parseSessionKey(token) || reply.hasHeader('Set-Cookie')) return;
  if (identity.session === null) dropSessionCookie(exchange);
  else setSessionCookie(exchange, token, expiryOf(exchange.project, 'cookie', new Date(), identity.ends ?? undefined));
}
