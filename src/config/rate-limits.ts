import { isRecord } from '../shared/is-record.ts';
import { asNumber } from '../shared/text.ts';
import type { ProjectConfig } from './project-config.ts';

/** How often something may happen: `points` times in `seconds`. */
interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

/** What a project's section `rate_limit` says, completed by the defaults. */
export interface RateLimits {
  /** All requests of an address, and of a user; null for any number. */
  readonly requests: RateLimit | null;
  /** Failed sign-ins of an account from one address. */
  readonly account: RateLimit;
  /** Failed sign-ins of an account from everywhere together. */
  readonly accountAnywhere: RateLimit;
  /** Failed sign-ins from one address. */
  readonly address: RateLimit;
  /** Wrong one-time passwords of an account. */
  readonly oneTimePasswords: RateLimit;
  /** Tokens of mails and of single sign-on that are not valid, from one address. */
  readonly tokens: RateLimit;
  /** The same from everywhere together. */
  readonly tokensAnywhere: RateLimit;
  /** Requests of a new password for one account. */
  readonly passwordRequests: RateLimit;
  /** Mails to one address that say the same. */
  readonly identicalMails: RateLimit;
  /** Calls from one address without a token of what hashes or mails: `utils`, new passwords, invitations, new users. */
  readonly strangers: RateLimit;
  /** All requests from one address without a token that write. */
  readonly strangersWrites: RateLimit;
  /** Requests on the way through a provider from one address. */
  readonly singleSignOn: RateLimit;
}

const QUARTER_HOUR = 900;
const HOUR = 3600;

/** The limits of a project. */
export function rateLimitsOf({ sections }: Pick<ProjectConfig, 'sections'>): RateLimits {
  const given = isRecord(sections.rate_limit) ? sections.rate_limit : {};
  const limit = (name: string, points: number, seconds: number): RateLimit =>
    limitOf(isRecord(given[name]) ? given[name] : {}, points, seconds);
  return {
    requests: given.enabled === true ? limitOf(given, 100, 60) : null,
    account: limit('account', 30, QUARTER_HOUR),
    accountAnywhere: limit('account_anywhere', 200, QUARTER_HOUR),
    address: limit('address', 300, QUARTER_HOUR),
    oneTimePasswords: limit('one_time_passwords', 5, 150),
    tokens: limit('tokens', 60, QUARTER_HOUR),
    tokensAnywhere: limit('tokens_anywhere', 1000, QUARTER_HOUR),
    passwordRequests: limit('password_requests', 20, HOUR),
    identicalMails: limit('identical_mails', 5, HOUR),
    strangers: limit('strangers', 60, 60),
    strangersWrites: limit('strangers_writes', 600, 60),
    singleSignOn: limit('single_sign_on', 300, 60),
  };
}

function limitOf({ limit, interval }: Readonly<Record<string, unknown>>, points: number, seconds: number): RateLimit {
  return { points: positive(limit) ?? points, seconds: positive(interval) ?? seconds };
}

function positive(value: unknown): number | undefined {
  const number = asNumber(value);
  return Number.isInteger(number) && number > 0 ? number : undefined;
}
