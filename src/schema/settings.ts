import { isTimeZone } from '../shared/datetime.ts';

/** The settings of a project that the server uses, typed. (Contract, O-20 to O-40.) */
export interface Settings {
  /** All rows of `directus_settings`: key → text or null. */
  readonly values: ReadonlyMap<string, string | null>;
  /** The number of items in a list without a limit. */
  readonly defaultLimit: number;
  /** The maximum number of items in a list; null for no maximum. */
  readonly maxLimit: number | null;
  /** Maximum cost of a request's queries. */
  readonly maxCost: number;
  /** The maximum number of values in an answer. */
  readonly maxValues: number;
  readonly nullsLast: boolean;
  /** Lifetime of temporary tokens in minutes. */
  readonly tokenMinutes: number;
  /** Idle lifetime of cookie sessions in minutes. */
  readonly sessionMinutes: number;
  /** Maximum lifetime of sessions in days. */
  readonly sessionDays: number;
  /** The time zone of `now` in user collections; null for the server's. */
  readonly timeZone: string | null;
  /** Consecutive wrong passwords that a user may enter; null for no limit. */
  readonly loginAttempts: number | null;
  /** For how many days schema changes can be undone; 0 for not at all. */
  readonly undoDays: number;
  /** Whether meaningless input is refused even where Directus 8 accepts it. */
  readonly strict: boolean;
  /** Whether answers are cached and sent again while nothing was written. */
  readonly cachesAnswers: boolean;
  /** Whether callers without a token may read what the public role sees of the schema. */
  readonly publicSchema: boolean;
}

/** How a setting without a field is written; null if it has rules of its own. */
type SettingKind = 'integer' | 'boolean' | null;

/**
 * The settings that a new project lacks and that take effect when they are added, including all of Octavo's own, which
 * Directus 8 does not have. (Contract, O-41.)
 */
export const ADDED_SETTINGS: ReadonlyMap<string, SettingKind> = new Map<string, SettingKind>([
  ['status_mapping', null],
  ['thumbnail_cache_ttl', 'integer'],
  ['proxy_downloads_cache_ttl', 'integer'],
  ['private_assets', 'boolean'],
  ['upright_images', 'boolean'],
  ['octavo_keep_activity', 'integer'],
  ['octavo_keep_activity_days', 'integer'],
  ['octavo_keep_backups', 'integer'],
  ['octavo_keep_jobs_days', 'integer'],
  ['octavo_keep_revisions', 'integer'],
  ['octavo_keep_revisions_days', 'integer'],
  ['octavo_keep_undo_days', 'integer'],
  ['octavo_max_cost', 'integer'],
  ['octavo_max_limit', 'integer'],
  ['octavo_max_values', 'integer'],
  ['octavo_public_schema', 'boolean'],
  ['octavo_registration_role', null],
  ['octavo_registration_status', null],
  ['octavo_response_cache', 'boolean'],
  ['octavo_schema_undo_days', 'integer'],
  ['octavo_session_days', 'integer'],
  ['octavo_strict', 'boolean'],
  ['octavo_time_zone', null],
]);

const DEFAULT_LIMIT = 20;
const MAX_COST = 10_000;
const MAX_VALUES = 400_000;
const TOKEN_MINUTES = 20;
const SESSION_DAYS = 30;
const UNDO_DAYS = 7;
/** One less than the largest exact number, because some statements look for one more row. */
const MAX_LIMIT = Number.MAX_SAFE_INTEGER - 1;
const MAX_UNDO_DAYS = 365;
const MAX_SESSION_DAYS = 10 * 365;
const MAX_SESSION_MINUTES = MAX_SESSION_DAYS * 24 * 60;
/** Idle sessions end only if the setting says so. */
const SESSION_MINUTES = MAX_SESSION_MINUTES;

/** Parses the rows of `directus_settings`; missing or invalid values get their defaults. */
export function toSettings(rows: readonly { readonly key: string; readonly value: string | null }[]): Settings {
  const values = new Map(rows.map(({ key, value }) => [key, value]));
  return {
    values,
    defaultLimit: positive(values.get('default_limit')) ?? DEFAULT_LIMIT,
    maxLimit: positive(values.get('octavo_max_limit')) ?? null,
    maxCost: positive(values.get('octavo_max_cost')) ?? MAX_COST,
    maxValues: positive(values.get('octavo_max_values')) ?? MAX_VALUES,
    nullsLast: !values.has('sort_null_last') || isOn(values.get('sort_null_last')),
    sessionDays: Math.min(positive(values.get('octavo_session_days')) ?? SESSION_DAYS, MAX_SESSION_DAYS),
    timeZone: timeZoneOf(values.get('octavo_time_zone')),
    loginAttempts: positive(values.get('login_attempts_allowed')) ?? null,
    tokenMinutes: Math.min(positive(values.get('auth_token_ttl')) ?? TOKEN_MINUTES, MAX_SESSION_MINUTES),
    undoDays: Math.min(whole(values.get('octavo_schema_undo_days')) ?? UNDO_DAYS, MAX_UNDO_DAYS),
    strict: isOn(values.get('octavo_strict')),
    cachesAnswers: !values.has('octavo_response_cache') || isOn(values.get('octavo_response_cache')),
    publicSchema: isOn(values.get('octavo_public_schema')),
    sessionMinutes: Math.min(positive(values.get('auto_sign_out')) ?? SESSION_MINUTES, MAX_SESSION_MINUTES),
  };
}

const timeZoneOf = (text: string | null | undefined): string | null => (text && isTimeZone(text) ? text : null);

/** A whole number that may be zero. */
const whole = (text: string | null | undefined): number | undefined => (text?.trim() === '0' ? 0 : positive(text));

/** A whole number above zero. Statements cannot hold larger ones than the bound. */
function positive(text: string | null | undefined): number | undefined {
  const number = Math.floor(Number(text));
  return Number.isFinite(number) && number > 0 ? Math.min(number, MAX_LIMIT) : undefined;
}

/** Whether a boolean setting, stored as text, is on. */
export function isOn(text: string | null | undefined): boolean {
  return text !== null && text !== undefined && !['', '0', 'false'].includes(text);
}
