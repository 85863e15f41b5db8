import { violation } from '../../errors/violations.ts';
import type { Collection } from '../../schema/collection.ts';
import { httpUrl } from '../../shared/http-url.ts';
import { isLoopback } from '../../shared/loopback.ts';

const PLACE = /\{\{ ?([\w-]{1,64}) ?\}\}/g;
const MAX_LENGTH = 1000;
/**
 * The beginning of a valid URL up to the end of its host. Anything else could change the meaning of a content security
 * policy.
 */
const ORIGIN = /^https?:\/\/[\w.-]+(?::\d{1,5})?(?=[/?#]|$)/i;

/** The names of the placeholders in an address. */
const placesIn = (address: string): readonly string[] => [...address.matchAll(PLACE)].map(([, name = '']) => name);

/** The fields that an address needs. */
export const fieldsIn = (address: string): readonly string[] => [
  ...new Set(placesIn(address).filter((name) => name !== 'token')),
];

/** The origin of an address; null if its pages may not be framed. They must use https, or come from this machine. */
export function originOf(address: string): string | null {
  const [origin] = ORIGIN.exec(address) ?? [];
  const url = origin === undefined ? null : httpUrl(origin);
  return url && (url.protocol === 'https:' || isLoopback(url.hostname)) ? url.origin : null;
}

/** What is wrong with a preview address for a collection; null if it is valid. */
export function faultOf(address: string, collection: Collection): string | null {
  if (address.length > MAX_LENGTH) return violation.expected(`at most ${MAX_LENGTH} characters long`);
  if (originOf(address) === null) return violation.expected('an address that begins with https:// and a host');
  if (placesIn(address).filter((name) => name === 'token').length !== 1)
    return violation.expected('an address with {{token}} in one place');
  const unknown = fieldsIn(address).find((name) => !collection.byName.get(name)?.column);
  return unknown === undefined
    ? null
    : violation.expected(`an address with fields of the collection: ${unknown} is none`);
}

/** Fills in the placeholders of an address. Missing values become empty. */
export const filled = (address: string, values: ReadonlyMap<string, string>): string =>
  address.replace(PLACE, (_whole, name: string) =>
    encodeURIComponent((values.get(name) ?? '').replace(/\p{Surrogate}/gu, '')),
  );
