import { percentDecoded } from '../shared/percent-decoded.ts';
import { pathOf } from './request-url.ts';

const ESCAPES = /%(?:[0-9a-f]{2}(?:%[0-9a-f]{2})*)?/gi;
const BEYOND_ASCII = /%(?=[89a-f])/gi;

/**
 * A URL with a path that can be decoded: bytes that are not UTF-8, and percent signs that encode nothing, stand for
 * themselves. (Contract, R-16.)
 */
export function readablePath(url: string): string {
  if (!url.includes('%')) return url;
  const path = pathOf(url);
  return isEncoded(path) ? url : `${path.replace(ESCAPES, readable)}${url.slice(path.length)}`;
}

function readable(escapes: string): string {
  if (escapes === '%') return '%25';
  return isEncoded(escapes) ? escapes : escapes.replace(BEYOND_ASCII, '%25');
}

const isEncoded = (text: string): boolean => percentDecoded(text) !== undefined;
