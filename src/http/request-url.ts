import { namedValues } from '../query/parse/parameters.ts';

/** The path of a URL, without its query string. */
export const pathOf = (url: string): string => {
  const mark = url.indexOf('?');
  return mark < 0 ? url : url.slice(0, mark);
};

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
