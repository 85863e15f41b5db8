import { randomInt } from 'node:crypto';
import { hashText, isHasher, matchesHash } from '../../auth/hashers.ts';
import { ApiError } from '../../errors/api-error.ts';
import { requireText } from '../../errors/require-text.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { type Route, show } from '../route.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()_+}{;?>.<,';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const MAX_BYTES = 1024;
const DEFAULT_LENGTH = 32;
/** The lowest cost of bcrypt, and the highest that unauthenticated callers may request. */
const MIN_COST = 4;
const MAX_COST = 12;

function random(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/**
 * Returns the required texts of a body. Their length is limited, because unauthenticated callers may send them.
 * (Contract, X-6.)
 */
function texts(body: Readonly<Record<string, unknown>>, names: readonly string[]): string[] {
  const violations = new Violations();
  for (const name of names) {
    const value = body[name];
    if (value === undefined || value === null || value === '') violations.add(name, violation.blank);
    else if (typeof value !== 'string') violations.add(name, violation.type('string'));
    else if (Buffer.byteLength(value) > MAX_BYTES) violations.add(name, violation.range('1', `${MAX_BYTES} bytes`));
  }
  violations.throwIfAny();
  return names.map((name) => asText(body[name]));
}

function hasherOf({ hasher }: Readonly<Record<string, unknown>>): string {
  const name = hasher === undefined || hasher === null ? 'core' : requireText('hasher', hasher);
  if (!isHasher(name)) throw new ApiError('unknownHasher', { hasher: name });
  return name;
}

/** Returns the cost of a slow hash, if the options have one. */
function costOf({ options }: Readonly<Record<string, unknown>>): number | undefined {
  const cost = isRecord(options) ? options.cost : undefined;
  if (cost === undefined || cost === null) return undefined;
  const number = typeof cost === 'object' ? Number.NaN : asNumber(cost);
  if (!Number.isInteger(number) || number < MIN_COST || number > MAX_COST)
    throw new ApiError('validation', {
      violations: `options: cost: ${violation.range(String(MIN_COST), String(MAX_COST))}`,
    });
  return number;
}

function lengthOf({ length }: Readonly<Record<string, unknown>>): number {
  if (length === undefined || length === null) return DEFAULT_LENGTH;
  const number = asNumber(length);
  if (typeof length === 'object' || asText(length).trim() === '' || !Number.isFinite(number))
    throw new ApiError('validation', { violations: `length: ${violation.type('numeric')}` });
  if (!Number.isInteger(number) || number < 0 || number > MAX_BYTES)
    throw new ApiError('validation', { violations: `length: ${violation.range('0', String(MAX_BYTES))}` });
  return number;
}

/** Hashes and random strings. (Contract, X-1 to X-5.) */
export const utilityRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/utils/hash',
    handle: async (exchange) => {
      const body = exchange.object();
      const [text = ''] = texts(body, ['string']);
      return show({ hash: await hashText(text, hasherOf(body), costOf(body)) });
    },
  },
  {
    method: 'POST',
    path: '/utils/hash/match',
    handle: async (exchange) => {
      const body = exchange.object();
      const [text = '', hash = ''] = texts(body, ['string', 'hash']);
      return show({ valid: await matchesHash(text, hash, hasherOf(body)) });
    },
  },
  {
    method: 'POST',
    path: '/utils/random/string',
    handle: (exchange) => show({ random: random(lengthOf(exchange.object()), ALPHABET) }),
  },
  { method: 'GET', path: '/utils/2fa_secret', handle: () => show({ '2fa_secret': random(16, BASE32) }) },
];
