import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from './addresses.ts';

/** How long a name server may take for its first answer, and how often it is asked; the second time it has longer. */
const ASKING = { timeout: 2_500, tries: 2 };

/**
 * Resolves a name that a caller chose, and returns a result only if all its addresses are public. Asks the name servers
 * itself: the system's look-up, which all other connections of the process need, holds a thread until they have
 * answered or are given up, and a caller may choose names whose servers never answer.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  void addressesOf(host).then((found) => {
    const [first] = found;
    if (!first) return done(new Error(`${host} has no address`), '', 4);
    if (!found.every(({ address }) => isPublicAddress(address))) return done(new Error(`${host} is not public`), '', 4);
    if (options.all) return done(null, found);
    done(null, first.address, first.family);
  });
};

/** A new resolver for each name takes over changes of the system's name servers. Never fails. */
async function addressesOf(host: string): Promise<LookupAddress[]> {
  const resolver = new Resolver(ASKING);
  const [of4, of6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  return [...addresses(of4, 4), ...addresses(of6, 6)];
}

function addresses(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  return answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : [];
}
