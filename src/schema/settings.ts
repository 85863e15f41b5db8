import { isTimeZone } from '../shared/datetime.ts';

/** The settings of a project that the server goes by, typed. (Contract, O-20 to O-40.) */
export interface Settings {
  /** Every row of `directus_settings`: key → text or null. */
  readonly values: ReadonlyMap<string, string | null>;
  /** Items of a list that asks for no limit. */
  readonly defaultLimit: number;
  /** The most items that any request may have of a list; null for any number. */
  readonly maxLimit: number | null;
  /** The most that the queries of a request may cost. */
  readonly maxCost: number;
  /** The most values that an answer shows at once. */
  readonly maxValues: number;
  readonly nullsLast: boolean;
  /** Minutes that a temporary token lives. */
  readonly tokenMinutes: number;
  /** Minutes that a session by cookie lives unused. */
  readonly sessionMinutes: number;
  /** Days after which a session ends however much it is used. */
  readonly sessionDays: number;
  /** The time zone that `now` means in users' collections; null for the server's. */
  readonly timeZone: string | null;
  /** Wrong passwords in a row that a user may give; null for any number. */
  readonly loginAttempts: number | null;
  /** Whether what cannot be meant is refused also where clients of Directus 8 are used to seeing it taken. */
  readonly strict: boolean;
}

/** Settings of Octavo's own, which Directus 8 does not have; all of them are absent at first. */
export const OWN_SETTINGS: readonly string[] = [
  'octavo_keep_activity',
  'octavo_keep_activity_days',
  'octavo_keep_revisions',
  'octavo_keep_revisions_days',
  'octavo_max_cost',
  'octavo_max_limit',
  'octavo_max_values',
  'octavo_registration_role',
  'octavo_registration_status',
  'octavo_session_days',
  'octavo_strict',
  'octavo_time_zone',
];

const DEFAULT_LIMIT = 20;
const MAX_COST = 10_000;
const MAX_VALUES = 400_000;
const TOKEN_MINUTES = 20;
const SESSION_DAYS = 30;
const MOST_SESSION_DAYS = 10 * 365;
/** Sessions that are not used end by themselves only where the setting says so. */
const SESSION_MINUTES = MOST_SESSION_DAYS * 24 * 60;

/** Types the rows of `directus_settings`; what is missing or no number takes the service's default. */
export function toSettings(rows: readonly { readonly key: string; readonly value: string | null }[]): Settings {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    values,
    defaultLimit: positive(values.get('default_limit')) ?? DEFAULT_LIMIT,
    maxLimit: positive(values.get('octavo_max_limit')) ?? null,
    maxCost: positive(values.get('octavo_max_cost')) ?? MAX_COST,
    maxValues: positive(values.get('octavo_max_values')) ?? MAX_VALUES,
    nullsLast: !values.has('sort_null_last') || isOn(values.get('sort_null_last')),
    sessionDays: Math.min(positive(values.get('octavo_session_days')) ?? SESSION_DAYS, MOST_SESSION_DAYS),
    timeZone: timeZoneOf(values.get('octavo_time_zone')),
    loginAttempts: positive(values.get('login_attempts_allowed')) ?? null,
    tokenMinutes: positive(values.get('auth_token_ttl')) ?? TOKEN_MINUTES,
    strict: isOn(values.get('octavo_strict')),
    sessionMinutes: Math.min(positive(values.get('auto_sign_out')) ?? SESSION_MINUTES, SESSION_MINUTES),
  };
}

const timeZoneOf = (text: string | null | undefined): string | null => (text && isTimeZone(text) ? text : null);

function positive(text: string | null | undefined): number | undefined {
  const number = Number(text);
  return Number.isFinite(number) && number > 0 ? Math.floor(number) : undefined;
}

/** Whether a switch is on: settings keep it as text. */
export function isOn(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && !['', '0', 'false'].includes(text);
}
