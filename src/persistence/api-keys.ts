import { hash } from 'node:crypto';
import type { Reader } from '../dialects/dialect.ts';
import type { Action } from '../permissions/action.ts';
import type { KeyRights } from '../permissions/key-rights.ts';
import { apiKeys } from '../schema/internal/api-keys.ts';
import { isDigestOf, tokenDigest } from '../shared/token-digest.ts';
import { type Account, accountById } from './accounts.ts';
import type { Condition } from './conditions.ts';
import { numberIn, textIn } from './row-values.ts';
import type { Store, StoreView } from './store.ts';
import { type TableRow, TableRows } from './table-rows.ts';
import type { Transaction } from './transaction.ts';

/** The actions that a key permits, by collection. */
export type KeyCollections = Readonly<Record<string, readonly Action[]>>;

/** The settings of a key, which its owner decides. */
export interface KeySettings {
  readonly name: string;
  readonly readOnly: boolean;
  /** Null for no limit. */
  readonly collections: KeyCollections | null;
  /** The addresses, networks and ranges that it may be used from; null for any. */
  readonly addresses: readonly string[] | null;
  /** Requests per minute; null for no limit. */
  readonly rateLimit: number | null;
  /** Milliseconds since 1970; null for never. */
  readonly expires: number | null;
}

/** An API key as it is kept. */
export interface ApiKey extends KeySettings {
  readonly id: number;
  readonly user: number;
  readonly hint: string;
  /** Milliseconds since 1970. */
  readonly created: number;
  readonly createdBy: number;
  readonly lastUsed: number | null;
}

/** The highest rate limit. */
export const MAX_REQUESTS = 1_000_000;
/** The minimum time between two writes that record the use of a key. */
const NOTED_MS = 60_000;

/** The stored form of a key's text. */
const digestOf = (text: string): string => tokenDigest(text).toString('hex');

/** The key with this text, with its row; null if there is none. */
export async function apiKeyByText(store: Store, text: string): Promise<OwnedKey | null> {
  if (!(await store.hasInternalTable(apiKeys))) return null;
  const [row] = await rowsOf(store).find(store.database, [['digest', '=', digestOf(text)]], 'id', 1);
  return row && isDigestOf(Buffer.from(String(row.digest), 'hex'), text) ? { key: toKey(row), row } : null;
}

/** A key with its row. */
interface OwnedKey {
  readonly key: ApiKey;
  readonly row: TableRow;
}

/** Whether a key belongs to an account, since ids may be reused for other users. */
export const isOwner = ({ id, externalId }: Account, { row }: OwnedKey): boolean =>
  Number(row.user) === id && row.external_id === externalId;

/** The keys of an account, oldest first, or only the one with `id`. */
export async function apiKeysOf(store: StoreView, account: Account, reader: Reader, id?: number): Promise<ApiKey[]> {
  const mine = [...ownedBy(account), ...(id === undefined ? [] : [['id', '=', id] as const])];
  return (await rowsOf(store).find(reader, mine, 'id', null)).map(toKey);
}

/** The keys of all existing accounts, oldest first. */
export async function allApiKeys(store: Store): Promise<ApiKey[]> {
  const rows = await rowsOf(store).find(store.database, [], 'id', null);
  const accounts = new Map<number, Account | null>();
  for (const user of new Set(rows.map((row) => Number(row.user))))
    accounts.set(user, await accountById(store, user, store.database));
  const found = rows.map((row) => ({ key: toKey(row), row }));
  return found.filter((each) => isOwnedBy(accounts.get(each.key.user), each)).map(({ key }) => key);
}

const isOwnedBy = (account: Account | null | undefined, found: OwnedKey): boolean =>
  account !== null && account !== undefined && isOwner(account, found);

/** Inserts a key and returns its id. */
export async function insertApiKey(
  { context, connection }: Transaction,
  account: Account,
  key: KeySettings & Pick<ApiKey, 'createdBy' | 'hint'> & { readonly text: string },
): Promise<number> {
  const rows = rowsOf(context.store);
  const digest = digestOf(key.text);
  await rows.insert(connection, {
    user: account.id,
    external_id: account.externalId,
    ...stored(key),
    digest,
    hint: key.hint,
    created_at: context.now.getTime(),
    created_by: key.createdBy,
    last_used_at: null,
  });
  const [row] = await rows.find(connection, [['digest', '=', digest]], 'id', 1);
  return Number(row?.id);
}

/** Changes the settings of a key. */
export async function updateApiKey({ context, connection }: Transaction, id: number, key: KeySettings): Promise<void> {
  await rowsOf(context.store).update(connection, [['id', '=', id]], stored(key));
}

/** Deletes a key. */
export async function deleteApiKey({ context, connection }: Transaction, id: number): Promise<void> {
  await rowsOf(context.store).delete(connection, [['id', '=', id]]);
}

/** Records in the background that a key is being used, about once a minute. */
export function noteUse(store: Store, { id, lastUsed }: ApiKey, now: Date): void {
  const [used, before] = [now.getTime(), now.getTime() - NOTED_MS];
  if (lastUsed !== null && lastUsed > before) return;
  const notNoted: Condition = {
    any: [
      ['last_used_at', '=', null],
      ['last_used_at', '<', before],
    ],
  };
  store.background.start(async () => {
    await rowsOf(store).update(store.database, [['id', '=', id], notNoted], { last_used_at: used });
  });
}

/** The limits that a key sets on its user's rights. */
export function rightsOfKey({ id, readOnly, collections }: ApiKey): KeyRights {
  const entries =
    collections && Object.entries(collections).map(([name, actions]) => [name, new Set(actions)] as const);
  return {
    key: id,
    readOnly,
    collections: entries && new Map(entries),
    digest: hash('sha256', JSON.stringify([readOnly, collections]), 'base64url'),
  };
}

const rowsOf = ({ dialect }: StoreView): TableRows => new TableRows(dialect, apiKeys);

const ownedBy = ({ id, externalId }: Account): Condition[] => [
  ['user', '=', id],
  ['external_id', '=', externalId],
];

function stored({ name, readOnly, collections, addresses, rateLimit, expires }: KeySettings): TableRow {
  return {
    name,
    read_only: Number(readOnly),
    collections: collections && JSON.stringify(collections),
    addresses: addresses && JSON.stringify(addresses),
    rate_limit: rateLimit,
    expires_at: expires,
  };
}

function toKey(row: TableRow): ApiKey {
  const json = (name: string): unknown => JSON.parse(textIn(row, name) ?? 'null');
  return {
    id: Number(row.id),
    user: Number(row.user),
    name: String(row.name),
    hint: String(row.hint),
    readOnly: Number(row.read_only) !== 0,
    collections: json('collections') as KeyCollections | null,
    addresses: json('addresses') as string[] | null,
    rateLimit: numberIn(row, 'rate_limit'),
    expires: numberIn(row, 'expires_at'),
    created: Number(row.created_at),
    createdBy: Number(row.created_by),
    lastUsed: numberIn(row, 'last_used_at'),
  };
}
