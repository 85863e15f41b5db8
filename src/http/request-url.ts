import type { IncomingMessage } from 'node:http';
import { namedValues } from '../query/parse/parameters.ts';

/** The path of a URL, without its query string. */
export const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
};

/** The beginning of a URL in absolute form. */
const ABSOLUTE = /^https?:\/\/([^/?#@]+)(?=[/?#]|$)/i;

/**
 * Replaces an absolute URL by its path, and the header `Host` by its host. Servers must accept such URLs, although
 * clients send them to proxies only. (RFC 9112, section 3.2.2.)
 */
export function readAbsoluteUrl(request: Pick<IncomingMessage, 'url' | 'headers'>): void {
  const { url = '', headers } = request;
  if (url.startsWith('/')) return;
  const [start = '', host] = ABSOLUTE.exec(url) ?? [];
  if (host === undefined) return;
  const path = url.slice(start.length);
  request.url = path.startsWith('/') ? path : `/${path}`;
  headers.host = host;
}

/**
 * A URL whose path begins with one slash. Clients that are given the address of the server with a slash at its end put
 * another one behind it. (Contract, R-12.)
 */
export const withOneSlash = (url: string): string => (url.startsWith('//') ? url.replace(/^\/+/, '/') : url);

/** The query string of a URL; empty without one. */
export const queryStringOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark + 1);
};

/** The decoded names and values in the query string of a URL, without tokens. */
export const rawParameters = (url: string): [name: string, value: string][] =>
  namedValues(queryStringOf(url)).filter(
    ([name]) => name !== 'access_token' && name !== 'view_as' && name !== 'preview',
  );
