import { ATTEMPT_SECONDS } from '../auth/sso/attempt.ts';
import type { Exchange } from './exchange.ts';
import { cookieOf } from './token.ts';

/** The name of the sign-in attempt cookie, which the browser sends to the callback only. */
const nameOf = ({ project }: Exchange): string => `platform-${project.project}-sso`;

/** The attempt in the browser's cookie. */
export function keptAttempt(exchange: Exchange): string | null {
  return cookieOf(exchange.request, nameOf(exchange));
}

/** Sets the attempt cookie for the path of the callback. Scripts cannot read it. */
export function keepAttempt(exchange: Exchange, attempt: string, callback: string): void {
  setCookie(exchange, attempt, callback, ATTEMPT_SECONDS);
}

/** Deletes the attempt cookie: an attempt can be used once. */
export function dropAttempt(exchange: Exchange, callback: string): void {
  setCookie(exchange, '', callback, 0);
}

function setCookie(exchange: Exchange, value: string, callback: string, seconds: number): void {
  const { pathname, protocol } = new URL(callback);
  const parts = [`${nameOf(exchange)}=${value}`, `Path=${pathname}`, `Max-Age=${seconds}`, 'HttpOnly', 'SameSite=Lax'];
  exchange.reply.header('Set-Cookie', [...parts, ...(protocol === 'https:' ? ['Secure'] : [])].join('; '));
}
