import { ATTEMPT_SECONDS } from '../auth/sso/attempt.ts';
import type { Exchange } from './exchange.ts';
import { cookieOf } from './token.ts';

/** What a browser keeps while its user is at a provider; it comes back to the callback alone. */
const nameOf = ({ project }: Exchange): string => `platform-${project.project}-sso`;

/** The attempt that the browser has kept. */
export function keptAttempt(exchange: Exchange): string | null {
  return cookieOf(exchange.request, nameOf(exchange));
}

/** Has the browser keep an attempt for the address of the callback. Scripts cannot read it. */
export function keepAttempt(exchange: Exchange, attempt: string, callback: string): void {
  setCookie(exchange, attempt, callback, ATTEMPT_SECONDS);
}

/** Has the browser forget its attempt: it counts once. */
export function dropAttempt(exchange: Exchange, callback: string): void {
  setCookie(exchange, '', callback, 0);
}

function setCookie(exchange: Exchange, value: string, callback: string, seconds: number): void {
  const { pathname, protocol } = new URL(callback);
  const parts = [`${nameOf(exchange)}=${value}`, `Path=${pathname}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
  exchange.reply.header('Set-Cookie', [...parts, ...(protocol === 'https:' ? ['Secure'] : [])].join('; '));
}
