import type { Payload } from '../../query/plan/write/payload.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Stored } from '../../schema/stored.ts';
import { isGiven } from '../../shared/is-given.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import { textOrNull } from '../../shared/text-or-null.ts';
import { type Attribute, attributeNamed, type ScimObject } from '../schema/attribute.ts';
import { invalidValue } from '../schema/normalise.ts';
import { ENTERPRISE_URN, USER } from '../schema/user.ts';
import type { ScimRow } from '../scim-rows.ts';

type Entries = readonly ScimObject[];

/** Attributes of the enterprise extension that have a column. */
const ENTERPRISE_COLUMNS: readonly (readonly [name: string, column: string])[] = [
  ['employeeNumber', 'employee_number'],
  ['costCenter', 'cost_center'],
  ['organization', 'organization'],
  ['division', 'division'],
  ['department', 'department'],
];
/** Attributes that are stored in columns, or not at all; all others are stored as JSON. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'externalId',
  'userName',
  'displayName',
  'title',
  'locale',
  'timezone',
  'active',
  'password',
  'name',
  'emails',
  ENTERPRISE_URN,
]);
const MAX_COLUMN = 255;

/** The writable attributes of a user, from both of its rows. (Contract, C-30 to C-35.) */
export function attributesOf(item: Item, own: ScimRow | undefined): ScimObject {
  const more = parsed(own?.attributes);
  const { name, emails, ...others } = more;
  return compact({
    externalId: own?.external_id,
    userName: own?.user_name ?? item.email,
    name: compact({ ...record(name), familyName: item.last_name, givenName: item.first_name }),
    displayName: own?.display_name,
    title: item.title,
    locale: item.locale,
    timezone: item.timezone,
    active: item.status === 'active',
    emails: emailsOf(item.email, emails),
    ...others,
    [ENTERPRISE_URN]: compact({
      ...Object.fromEntries(ENTERPRISE_COLUMNS.map(([part, column]) => [part, own?.[column]])),
      manager: compact({ value: own?.manager }),
    }),
  });
}

/** The stored addresses, the primary one replaced by the current one of the users' table. */
function emailsOf(email: unknown, kept: unknown): Entries | undefined {
  if (typeof email !== 'string') return undefined;
  if (!Array.isArray(kept)) return [{ value: email, type: 'work', primary: true }];
  const entries = kept.filter(isRecord);
  const primary = primaryOf(entries);
  return entries.map((entry) => (entry === primary ? { ...entry, value: email } : entry));
}

/** The main address: the primary one, or else the work one, or else the last. */
function primaryOf(entries: Entries): ScimObject | undefined {
  return (
    entries.find(({ primary }) => primary === true) ??
    entries.find(({ type }) => asText(type).toLowerCase() === 'work') ??
    entries.at(-1)
  );
}

/** The columns of `directus_users` for a user's attributes; undefined ones stay unchanged. */
export function userPayload(attributes: ScimObject, status: 'keep' | 'draft'): Payload {
  const { name, active, title, locale, timezone } = attributes;
  const { familyName = null, givenName = null } = record(name);
  return {
    email: emailOf(attributes),
    first_name: givenName,
    last_name: familyName,
    title: title ?? null,
    locale: locale ?? null,
    timezone: timezone ?? 'UTC',
    ...(active !== undefined || status === 'draft' ? { status: active === true ? 'active' : 'draft' } : {}),
  };
}

function emailOf({ emails, userName }: ScimObject): unknown {
  const value = Array.isArray(emails) ? primaryOf(emails.filter(isRecord))?.value : undefined;
  return value ?? userName ?? null;
}

/** The columns of the internal row for a user's attributes. Error `scimInvalidValue`. */
export function scimValues(attributes: ScimObject): Map<string, Stored> {
  const email = asText(emailOf(attributes) ?? '');
  const userName = typeof attributes.userName === 'string' ? attributes.userName : email;
  const differs = userName.toLowerCase() !== email.toLowerCase();
  const enterprise = record(attributes[ENTERPRISE_URN]);
  const values = new Map<string, Stored>([
    ['user_name', differs ? userName : null],
    ['user_name_key', differs ? userName.toLowerCase() : null],
    ['external_id', textOrNull(attributes.externalId)],
    ['display_name', textOrNull(attributes.displayName)],
    ...ENTERPRISE_COLUMNS.map(([name, column]) => [column, textOrNull(enterprise[name])] as const),
    ['manager', textOrNull(record(enterprise.manager).value)],
  ]);
  for (const [column, value] of values) refuseLong(column, value);
  return values.set('attributes', remainder(attributes));
}

function refuseLong(column: string, value: Stored): void {
  if (typeof value === 'string' && value.length > MAX_COLUMN)
    throw invalidValue(attributeOf(column), `is longer than ${MAX_COLUMN} characters`);
}

/** The SCIM attribute of a column. */
function attributeOf(column: string): Attribute {
  const name = column.replace(/_(\w)/g, (_text, letter: string) => letter.toUpperCase());
  return { name, type: 'string', description: '' };
}

/** Attributes without a column, as JSON; null if there are none. */
function remainder(attributes: ScimObject): string | null {
  const others = Object.entries(attributes).filter(([name]) => !ELSEWHERE.has(name));
  const { familyName: _family, givenName: _given, ...name } = record(attributes.name);
  const kept = compact({ ...Object.fromEntries(others), name: compact(name), emails: keptEmails(attributes.emails) });
  return kept && Object.keys(kept).length > 0 ? JSON.stringify(kept) : null;
}

/** A single plain work address adds nothing to the column, and is not stored again. */
function keptEmails(emails: unknown): unknown {
  if (!Array.isArray(emails)) return undefined;
  const only: ScimObject = record(emails[0]);
  const plain = emails.length === 1 && only.primary === true && only.type === 'work' && Object.keys(only).length === 3;
  return plain ? undefined : emails;
}

/** For clients of Directus 8 the user name is the e-mail address; only standard clients may set another one. */
export function withUserName(attributes: ScimObject, standard: boolean): ScimObject {
  const address = emailOf(attributes);
  if (standard || typeof address !== 'string') return attributes;
  return { ...attributes, userName: address };
}

/** For clients of Directus 8, a new user name is a new address. (Contract, C-32.) */
export function withAddress(before: ScimObject, after: ScimObject): ScimObject {
  const { userName, emails } = after;
  const renamed = typeof userName === 'string' && userName !== before.userName;
  const followed = asText(before.userName).toLowerCase() === asText(emailOf(before)).toLowerCase();
  const untouched = JSON.stringify(emails) === JSON.stringify(before.emails);
  if (!renamed || !followed || !untouched || !Array.isArray(emails)) return after;
  const entries = emails.filter(isRecord);
  const primary = primaryOf(entries);
  return { ...after, emails: entries.map((entry) => (entry === primary ? { ...entry, value: userName } : entry)) };
}
const record = (value: unknown): ScimObject => (isRecord(value) ? value : {});

/** Drops empty values. */
function compact(object: ScimObject): ScimObject {
  const isHeld = (value: unknown): boolean => isGiven(value) && !(isRecord(value) && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(object).filter(([, value]) => isHeld(value)));
}

function parsed(json: unknown): ScimObject {
  if (typeof json !== 'string') return {};
  const value: unknown = JSON.parse(json);
  return record(value);
}

/** The password in a body; only its hash is stored. */
export function passwordIn(attributes: ScimObject): string | undefined {
  const attribute: Attribute | undefined = attributeNamed(USER.core.attributes, 'password');
  const value = attribute && attributes[attribute.name];
  return typeof value === 'string' ? value : undefined;
}
