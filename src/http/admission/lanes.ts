import { Lru } from '../../shared/lru.ts';
import type { Party } from '../../shared/turns.ts';
import type { RequestLimits } from '../limits.ts';
import { Lane } from './lane.ts';
import { UnverifiedArrivals } from './unverified-arrivals.ts';

/** Tokens of callers that are remembered per project. */
const KNOWN = 2_000;
const SIGN_INS: RequestLimits = { atOnce: 32, waiting: 64 };
/** Uploads and answers that are sent as fast as their clients read. */
const TRANSFERS: RequestLimits = { atOnce: 256, waiting: 0 };

/** The lanes of a project. */
export class Lanes {
  readonly api: Lane;
  /** For answers that are there already. */
  readonly passing: Lane;
  readonly signIns = new Lane(SIGN_INS);
  readonly transfers = new Lane(TRANSFERS);
  /** The callers of verified tokens. */
  readonly known = new Lru<string, string>(KNOWN);
  readonly unverified = new UnverifiedArrivals();

  constructor(limits: RequestLimits, account?: Party) {
    this.api = new Lane(limits, account);
    this.passing = new Lane(limits, account);
  }
}
