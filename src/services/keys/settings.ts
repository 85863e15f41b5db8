import { isAddressEntry } from '../../auth/ip-list.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { ACTIONS, type Action } from '../../permissions/action.ts';
import type { Policy } from '../../permissions/policy.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Account } from '../../persistence/accounts.ts';
import { type KeyCollections, type KeySettings, MAX_REQUESTS } from '../../persistence/api-keys.ts';
import type { Scope } from '../../persistence/context.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Schema } from '../../schema/schema.ts';
import { parseDatetime } from '../../shared/datetime.ts';
import { isRecord } from '../../shared/is-record.ts';
import { didYouMean } from '../../shared/nearest.ts';
import { steadyTime } from '../../shared/steady-time.ts';

const MAX_NAME_LENGTH = 100;
const MAX_COLLECTIONS = 100;
const MAX_ADDRESSES = 50;
const MAX_ADDRESS_LENGTH = 100;
/** The most unknown settings that are reported. */
const MAX_UNKNOWN = 20;

/** What decides whether the settings of a key are accepted. */
interface Accepting {
  readonly schema: Schema;
  /** The permissions of the key's user. */
  readonly policy: Policy;
  readonly now: Date;
}

/** The limits on settings for the keys of an account. */
export function acceptingFor({ store: { catalog }, now }: Scope, { id, role }: Account): Accepting {
  const policy = catalog.policy({ kind: 'user', id, role: role ?? PUBLIC_ROLE });
  return { schema: catalog.schema, policy, now: steadyTime(now) };
}

/** A setting: how to parse its value (undefined if it is invalid), and what is expected. */
interface Setting {
  readonly name: keyof KeySettings;
  readonly read: (value: unknown, accepting: Accepting) => KeySettings[keyof KeySettings] | undefined;
  readonly expected: string;
}

const settings: Readonly<Record<string, Setting>> = {
  name: { name: 'name', read: readName, expected: `a text of 1 to ${MAX_NAME_LENGTH} characters` },
  read_only: {
    name: 'readOnly',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
    expected: 'true or false',
  },
  collections: {
    name: 'collections',
    read: orNull(readCollections),
    expected: `null for all, or 1 to ${MAX_COLLECTIONS} collections that the user may use, each with a list of the actions ${ACTIONS.join(', ')}`,
  },
  addresses: {
    name: 'addresses',
    read: orNull(readAddresses),
    expected: `null for all, or 1 to ${MAX_ADDRESSES} addresses, networks such as 10.0.0.0/8 and ranges such as 10.0.0.1-10.0.0.9`,
  },
  rate_limit: {
    name: 'rateLimit',
    read: orNull(readRate),
    expected: `null for none, or the requests per minute, between 1 and ${MAX_REQUESTS}`,
  },
  expires_on: {
    name: 'expires',
    read: orNull(readExpiry),
    expected: 'null for never, or a date and time in the future, such as 2027-12-31 23:59:00',
  },
};

const UNLIMITED: KeySettings = {
  name: '',
  readOnly: false,
  collections: null,
  addresses: null,
  rateLimit: null,
  expires: null,
};

/** Parses the settings of a key. Settings that are not sent keep their present values. Error 4. */
export function keySettings(payload: Payload, accepting: Accepting, present?: KeySettings): KeySettings {
  const violations = new Violations();
  if (!present && payload.name === undefined) violations.add('name', violation.blank);
  const unknown = Object.keys(payload).filter((sent) => !Object.hasOwn(settings, sent));
  for (const sent of unknown.slice(0, MAX_UNKNOWN))
    violations.add(sent.slice(0, MAX_NAME_LENGTH), unknownSetting(sent));
  const read = Object.entries(settings).flatMap(([sent, setting]): [string, unknown][] => {
    if (!Object.hasOwn(payload, sent)) return [];
    const known = setting.read(payload[sent], accepting);
    if (known === undefined) violations.add(sent, violation.expected(setting.expected));
    return [[setting.name, known]];
  });
  violations.throwIfAny();
  return { ...(present ?? UNLIMITED), ...Object.fromEntries(read) };
}

const unknownSetting = (sent: string): string =>
  `There is no such setting. ${didYouMean(sent, Object.keys(settings))}`.trim();

function orNull(read: Setting['read']): Setting['read'] {
  return (value, accepting) => (value === null ? null : read(value, accepting));
}

function readName(value: unknown): string | undefined {
  const name = typeof value === 'string' ? value.trim() : '';
  return name !== '' && name.length <= MAX_NAME_LENGTH && !/\p{C}/u.test(name) ? name : undefined;
}

/** Sorted, so that equal rights have equal texts. */
function readCollections(value: unknown, accepting: Accepting): KeyCollections | undefined {
  const entries = isRecord(value) ? Object.entries(value) : [];
  const isValid = entries.every(([name, actions]) => isUsable(name, accepting) && isActions(actions));
  if (entries.length === 0 || entries.length > MAX_COLLECTIONS || !isValid) return undefined;
  const sorted = entries.toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(
    sorted.map(([name, actions]) => [name, ACTIONS.filter((action) => (actions as Action[]).includes(action))]),
  );
}

/** Makes no difference between a collection that the user may not use and one that does not exist. */
function isUsable(name: string, { schema, policy }: Accepting): boolean {
  const rules = policy.collection(name);
  return schema.collections.has(name) && ACTIONS.some((action) => rules.allows(action));
}

const isActions = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((action) => ACTIONS.includes(action as Action));

function readAddresses(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_ADDRESSES) return undefined;
  const isValid = (entry: unknown): entry is string =>
    typeof entry === 'string' && entry.length <= MAX_ADDRESS_LENGTH && isAddressEntry(entry);
  return value.every(isValid) ? value.map((entry) => entry.trim()) : undefined;
}

function readRate(value: unknown): number | undefined {
  const rate = typeof value === 'number' && Number.isInteger(value) ? value : 0;
  return rate >= 1 && rate <= MAX_REQUESTS ? rate : undefined;
}

function readExpiry(value: unknown, { now }: Accepting): number | undefined {
  const stored = typeof value === 'string' ? parseDatetime(value) : undefined;
  const time = stored === undefined ? Number.NaN : Date.parse(`${stored.replace(' ', 'T')}Z`);
  return time > now.getTime() ? time : undefined;
}
