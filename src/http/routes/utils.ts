import { randomInt } from 'node:crypto';
import { hashText, matchesHash } from '../../auth/hashers.ts';
import { isGiven } from '../../shared/is-given.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber } from '../../shared/text.ts';
import { type Route, show } from '../route.ts';
import { type Hashed, utilsWire } from '../wire/utils.ts';

const ALPHABET = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ!@#$%^&*()_+}{;?>.<,';
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const DEFAULT_LENGTH = 32;
const DEFAULT_HASHER = 'core';

function random(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** The cost of a slow hash, if it is among the options. */
function costOf({ options }: Hashed): number | undefined {
  const cost = isRecord(options) ? options.cost : undefined;
  return isGiven(cost) ? asNumber(cost) : undefined;
}

/** Hashes and random strings. (Contract, X-1 to X-5.) */
export const utilityRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/utils/hash',
    wire: utilsWire.hash,
    handle: async (exchange) => {
      const sent = exchange.sent(utilsWire.hash.body);
      return show({
        hash: await hashText(exchange.project.project, sent.string, sent.hasher ?? DEFAULT_HASHER, costOf(sent)),
      });
    },
  },
  {
    method: 'POST',
    path: '/utils/hash/match',
    wire: utilsWire.match,
    handle: async (exchange) => {
      const { string, hash, hasher } = exchange.sent(utilsWire.match.body);
      return show({ valid: await matchesHash(exchange.project.project, string, hash, hasher ?? DEFAULT_HASHER) });
    },
  },
  {
    method: 'POST',
    path: '/utils/random/string',
    wire: utilsWire.randomText,
    handle: (exchange) => {
      const { length } = exchange.sent(utilsWire.randomText.body);
      return show({ random: random(Number(length ?? DEFAULT_LENGTH), ALPHABET) });
    },
  },
  {
    method: 'GET',
    path: '/utils/2fa_secret',
    wire: utilsWire.secondFactorSecret,
    handle: () => show({ '2fa_secret': random(16, BASE32) }),
  },
];
