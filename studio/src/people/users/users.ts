import type { Octavo, Untyped } from '@octavo/client';
import { t } from '../../i18n/messages.ts';
import type { Status } from '../../model/status.ts';

/** A user as shown on the pages of people. */
export interface User {
  readonly id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
  readonly status: string;
  readonly role: { readonly id: number } | null;
  readonly title: string | null;
  readonly last_access_on: string | null;
  readonly avatar: { readonly id: number; readonly private_hash: string } | null;
  /** Only if a single user is read. */
  readonly company?: string | null;
  readonly '2fa_secret'?: string | null;
  readonly token?: string | null;
}

export const USER_FIELDS =
  'id,first_name,last_name,email,status,role.id,title,last_access_on,avatar.id,avatar.private_hash';
export const STATUSES = ['active', 'invited', 'suspended', 'draft', 'deleted'] as const;
const SHAPES: Readonly<Record<string, Status['shape']>> = { active: 'full', invited: 'half', draft: 'open' };

/** A user's status by its shape and its name. */
export const statusOf = (value: string): Status => ({
  value,
  label: (STATUSES as readonly string[]).includes(value) ? t(`people.status.${value}`) : value,
  shape: SHAPES[value] ?? 'square',
  isDeleted: value === 'deleted',
  isPublished: false,
});

/** The outcome of an invitation to an address. */
export type Outcome = 'invited' | 'again' | 'known' | 'refused';

const ADDRESS = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/;

/** The addresses in a text, whatever separates them; for `Ana <ana@example.com>` the address. */
export const addressesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(/[\n,;]+/)
      .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim())
      .filter((part) => part !== ''),
  ),
];

export const isAddress = (text: string): boolean => ADDRESS.test(text) && text.length <= 128;

/**
 * Invites valid addresses, and returns the outcome for each. An address that the server refuses does not prevent the others
 * from being invited.
 */
export async function invite(
  client: Octavo<Untyped>,
  addresses: readonly string[],
  role: number,
): Promise<readonly { readonly address: string; readonly outcome: Outcome; readonly reason?: string }[]> {
  const good = addresses.filter(isAddress);
  const before = await statusesOf(client, good);
  const refused = await send(client, good, role);
  return addresses.map((address) => {
    const reason = refused.get(address);
    if (!isAddress(address)) return { address, outcome: 'refused', reason: t('people.notAnAddress') };
    if (reason !== undefined) return { address, outcome: 'refused', reason };
    const status = before.get(address.toLowerCase());
    return { address, outcome: status === undefined ? 'invited' : status === 'invited' ? 'again' : 'known' };
  });
}

async function statusesOf(client: Octavo<Untyped>, addresses: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (addresses.length === 0) return new Map();
  const filter = { email: { in: addresses } };
  const users = await client.request<User[]>('GET', '/users', {
    fields: 'email,status',
    filter,
    limit: -1,
    status: '*',
  });
  return new Map(users.map(({ email, status }) => [email.toLowerCase(), status]));
}

/** Invites all together; if that is refused, one by one, to find out which. */
async function send(client: Octavo<Untyped>, addresses: readonly string[], role: number): Promise<Map<string, string>> {
  const refused = new Map<string, string>();
  if (addresses.length === 0) return refused;
  const post = (email: readonly string[]): Promise<unknown> =>
    client.request('POST', '/users/invite', {}, { email, role });
  try {
    await post(addresses);
  } catch (error) {
    if (addresses.length === 1 || !isRefusal(error)) throw error;
    for (const address of addresses) {
      try {
        await post([address]);
      } catch (each) {
        if (!isRefusal(each)) throw each;
        refused.set(address, (each as Error).message);
      }
    }
  }
  return refused;
}

const isRefusal = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'status' in error && error.status === 422;
