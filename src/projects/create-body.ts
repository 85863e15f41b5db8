import { isTooLong, MAX_PASSWORD_BYTES } from '../auth/passwords.ts';
import { isStaticToken, MIN_STRICT_TOKEN_LENGTH, MIN_TOKEN_LENGTH } from '../auth/static-token.ts';
import { databaseOptionNames, readDatabaseOptions } from '../config/database-options.ts';
import { isEmbedded, isEmbeddedName } from '../config/embedded.ts';
import type { DatabaseConfig } from '../config/project-config.ts';
import { isNewProjectKey } from '../config/project-files.ts';
import { Violations, violation } from '../errors/violations.ts';
import { columnLength } from '../schema/column-length.ts';
import { users } from '../schema/system/users.ts';
import { exceedsColumn } from '../schema/value-length.ts';
import { isEmail } from '../shared/email.ts';
import { httpUrl } from '../shared/http-url.ts';
import { isGiven } from '../shared/is-given.ts';
import { didYouMean } from '../shared/nearest.ts';
import { asText } from '../shared/text.ts';
import { databaseOf, engineOf, isEngineName } from './database-body.ts';

/** The parsed body of `POST /server/projects`. (Contract, V-40 to V-49.) */
export interface CreateBody {
  readonly project: string;
  readonly private: boolean;
  readonly force: boolean;
  readonly existing: boolean;
  /** Adopts an existing database and overwrites nothing. */
  readonly adopt: boolean;
  /** Describes the foreign keys of an adopted database as relations. */
  readonly relations: boolean;
  /** Whether the project is strict. */
  readonly strict: boolean;
  readonly superAdminToken: string;
  readonly database: DatabaseConfig;
  readonly projectName: string;
  readonly appUrl: string;
  readonly userEmail: string;
  readonly userPassword: string;
  readonly userToken: string | null;
  readonly timezone: string;
  readonly locale: string;
  /** Sections that are stored as given: mail, storage, cors, cache and the like. */
  readonly sections: Readonly<Record<string, unknown>>;
  readonly authSection: Readonly<Record<string, unknown>>;
}

type Body = Readonly<Record<string, unknown>>;

const REQUIRED = ['project', 'super_admin_token', 'db_name'];
/** Optional for an SQLite database, which has no accounts. */
const OF_SERVERS = ['db_user'];
/** Optional when adopting a database that has users. */
const FIRST_USER = ['user_email', 'user_password'];
const TEXTS = [
  'project',
  'db_name',
  'db_user',
  'db_host',
  'db_password',
  'db_socket',
  'user_email',
  'user_password',
  'user_token',
  'project_name',
  'app_url',
  'mail_from',
  'timezone',
  'locale',
  'logs_path',
  'db_type',
];
/**
 * Display text: no invisible characters, and nothing that reverses the text direction. Joiners are allowed, since
 * scripts and emoji need them.
 */
const NAMES = ['project_name', 'app_url', 'mail_from', 'timezone', 'locale', 'user_email'];
const INVISIBLE = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
/** Words that mix look-alike letters of two scripts. */
const mixesScripts = (text: string): boolean =>
  text
    .split(/[^\p{L}]+/u)
    .some((word) => /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word));
const VISIBLE = 'a text without control or invisible characters';
const FLAGS = ['private', 'force', 'existing', 'adopt', 'relations', 'strict', 'cors_enabled'];
const SECTIONS = ['cache', 'storage', 'auth', 'rate_limit', 'mail', 'cors', 'cookie'];
/** Parses a creation body; error 4 names all problems at once. */
export function readCreateBody(body: Body): CreateBody {
  validate(body);
  const text = (name: string, fallback: string): string =>
    typeof body[name] === 'string' && body[name] !== '' ? String(body[name]) : fallback;
  return {
    project: text('project', ''),
    private: body.private === true,
    force: body.force === true && body.existing !== true,
    existing: body.existing === true,
    adopt: body.adopt === true,
    relations: body.relations === true,
    strict: body.strict === true,
    superAdminToken: text('super_admin_token', ''),
    database: databaseOf(body),
    projectName: text('project_name', text('project', '')),
    appUrl: text('app_url', ''),
    userEmail: text('user_email', ''),
    userPassword: text('user_password', ''),
    userToken: text('user_token', '') || null,
    timezone: text('timezone', 'UTC'),
    locale: text('locale', 'en-US'),
    sections: sectionsOf(body),
    authSection: typeof body.auth === 'object' && body.auth !== null ? { ...body.auth } : {},
  };
}

const isMissing = (value: unknown): boolean => !isGiven(value);

function validate(body: Body): void {
  const violations = new Violations();
  const refuse = (names: readonly string[], breaks: (value: unknown) => boolean, message: string): void => {
    for (const name of names) if (breaks(body[name])) violations.add(name, message);
  };
  refuse(REQUIRED, isMissing, violation.blank);
  if (!isEmbedded(body.db_type)) refuse(OF_SERVERS, isMissing, violation.blank);
  if (body.adopt !== true) refuse(FIRST_USER, isMissing, violation.blank);
  refuse(TEXTS, (value) => isGiven(value) && typeof value !== 'string', violation.type('string'));
  refuse(NAMES, (value) => typeof value === 'string' && INVISIBLE.test(value), violation.expected(VISIBLE));
  refuse(FLAGS, (value) => isGiven(value) && typeof value !== 'boolean', violation.type('bool'));
  refuse(SECTIONS, (value) => isGiven(value) && typeof value !== 'object', violation.type('array'));
  for (const [name, isValid, message] of [...RULES, ...lengthRules]) {
    refuse([name], (value) => typeof value === 'string' && value !== '' && !isValid(value, body), message);
  }
  refuse(['db_port'], (value) => isGiven(value) && !/^\d{1,5}$/.test(asText(value)), violation.type('numeric'));
  refuse(['strict'], (value) => value === true && body.adopt === true, ADOPTED);
  if (body.strict === true) for (const [name, hint] of unknownKeys(body)) violations.add(name, hint);
  readDatabaseOptions(body, 'db_', (name, expected) => violations.add(name, violation.expected(expected)));
  violations.throwIfAny();
}

const DATABASE_OPTIONS = databaseOptionNames.map((name) => `db_${name}`);
const ADOPTED = 'An adopted project keeps what its clients are used to: leave this out.';

/** The most unknown keys that are reported: each is compared with all known ones. */
const MAX_UNKNOWN = 20;

/** The unknown keys, if the project is to be strict. */
function unknownKeys(body: Body): [name: string, hint: string][] {
  const expected = [...REQUIRED, ...FIRST_USER, ...TEXTS, ...FLAGS, ...SECTIONS, 'db_port', ...DATABASE_OPTIONS];
  const unknown = Object.keys(body).filter((name) => !expected.includes(name));
  return unknown
    .slice(0, MAX_UNKNOWN)
    .map((name) => [name, `There is no such key. ${didYouMean(name, expected)}`.trim()]);
}

const ADDRESS = 'an address that begins with http:// or https://';

type Rule = readonly [name: string, isValid: (text: string, body: Body) => boolean, message: string];

const RULES: readonly Rule[] = [
  ['project', isNewProjectKey, violation.invalid],
  ['project_name', (text) => !mixesScripts(text), violation.expected('a text whose words are each of one script')],
  ['app_url', (text) => httpUrl(text) !== null, violation.expected(ADDRESS)],
  ['user_email', isEmail, violation.email],
  ['user_password', (text) => !isTooLong(text), violation.bytes(MAX_PASSWORD_BYTES)],
  ['user_token', isStaticToken, violation.expected(`at least ${MIN_TOKEN_LENGTH} characters without spaces`)],
  [
    'user_token',
    (text, { strict }) => strict !== true || text.length >= MIN_STRICT_TOKEN_LENGTH,
    violation.expected(`at least ${MIN_STRICT_TOKEN_LENGTH} characters in a strict project`),
  ],
  ['db_type', isEngineName, violation.invalid],
  ['db_name', (text, body) => !isEmbedded(engineOf(body)) || isEmbeddedName(text), violation.invalid],
];

/** The values of the first user that columns of limited length hold. Not every engine refuses longer ones itself. */
const USER_COLUMNS: readonly (readonly [name: string, column: string])[] = [
  ['user_email', 'email'],
  ['user_token', 'token'],
  ['timezone', 'timezone'],
  ['locale', 'locale'],
];

const lengthRules: readonly Rule[] = USER_COLUMNS.flatMap(([name, columnName]) => {
  const column = users.columns.find((candidate) => candidate.name === columnName);
  if (!column) return [];
  const expected = `at most ${columnLength(column)} characters long`;
  return [[name, (text: string) => !exceedsColumn(text, column), violation.expected(expected)] as const];
});

function sectionsOf(body: Body): Record<string, unknown> {
  const given = SECTIONS.filter((name) => name !== 'auth' && body[name] !== undefined && body[name] !== null).map(
    (name) => [name, body[name]] as const,
  );
  const sections = Object.fromEntries(given);
  const mail = typeof body.mail_from === 'string' ? { mail_from: body.mail_from } : {};
  const cors =
    body.cors_enabled === false ? { cors: { ...(sections.cors as object | undefined), enabled: false } } : {};
  return { ...sections, ...mail, ...cors };
}
