import { isRecord } from '../shared/is-record.ts';
import { asNumber } from '../shared/text.ts';
import type { ProjectConfig } from './project-config.ts';

/** How often something may happen: `points` times in `seconds`. */
interface RateLimit {
  readonly points: number;
  readonly seconds: number;
}

/** A project's `rate_limit` section, completed with defaults. */
export interface RateLimits {
  /** All requests per address, and per user; null for no limit. */
  readonly requests: RateLimit | null;
  /** Failed sign-ins per account and address. */
  readonly account: RateLimit;
  /** Failed sign-ins per account, from anywhere. */
  readonly accountAnywhere: RateLimit;
  /** Failed sign-ins per address. */
  readonly address: RateLimit;
  /** Wrong one-time passwords per account. */
  readonly oneTimePasswords: RateLimit;
  /** Invalid tokens of mails and single sign-on, per address. */
  readonly tokens: RateLimit;
  /** The same, from anywhere. */
  readonly tokensAnywhere: RateLimit;
  /** Password reset requests per account. */
  readonly passwordRequests: RateLimit;
  /** Identical mails per recipient. */
  readonly identicalMails: RateLimit;
  /** Anonymous requests per address that hash or send mail: `utils`, password resets, invitations, registrations. */
  readonly strangers: RateLimit;
  /** Anonymous writes per address. */
  readonly strangersWrites: RateLimit;
  /** Single sign-on requests per address. */
  readonly singleSignOn: RateLimit;
}

const QUARTER_HOUR = 900;
const HOUR = 3600;

const known = new WeakMap<object, RateLimits>();

/** The limits of a project. They are worked out once per configuration. */
export function rateLimitsOf(config: Pick<ProjectConfig, 'sections'>): RateLimits {
  const limits = known.get(config) ?? limitsIn(config);
  known.set(config, limits);
  return limits;
}

function limitsIn({ sections }: Pick<ProjectConfig, 'sections'>): RateLimits {
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
