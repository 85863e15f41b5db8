import type { Account } from '../../shared/loop-time.ts';
import { Lru } from '../../shared/lru.ts';

import type { RequestLimits } from '../limits.ts';
import { HeldLists } from './held-lists.ts';
import { Lane } from './lane.ts';
import { UnverifiedArrivals } from './unverified-arrivals.ts';

/** How many tokens of recognised callers are kept per project. */
const KNOWN = 2_000;
const SIGN_INS: RequestLimits = { atOnce: 32, waiting: 64 };
/** For uploads, and for answers that are sent only as fast as their clients read. */
const TRANSFERS: RequestLimits = { atOnce: 256, waiting: 0 };

/** The lanes of a project. */
export class Lanes {
  readonly api: Lane;
  /** For cached answers. */
  readonly passing: Lane;
  readonly signIns = new Lane(SIGN_INS);
  readonly transfers = new Lane(TRANSFERS);
  /** The users of verified tokens. */
  readonly known = new Lru<string, string>(KNOWN);
  readonly unverified = new UnverifiedArrivals();
  /** Lists that are sent from memory. */
  readonly held = new HeldLists();

  constructor(limits: RequestLimits, account?: Account) {
    this.api = new Lane(limits, account);
    this.passing = new Lane(limits, account);
  }
}
