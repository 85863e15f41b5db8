import { hintOf, newApiKey } from '../../auth/api-key.ts';
import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import type { Account } from '../../persistence/accounts.ts';
import { apiKeysOf, insertApiKey, type KeySettings } from '../../persistence/api-keys.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { createOnce } from '../../persistence/once.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { apiKeys } from '../../schema/internal/api-keys.ts';
import { takeTurn } from '../auth/single-use.ts';
import { keyOfAccount, ownerOf } from './owner.ts';
import { recordKey } from './record.ts';
import { acceptingFor, keySettings } from './settings.ts';
import { shownKey } from './show.ts';

/** The maximum number of keys per user. */
const MAX_KEYS = 50;

/**
 * Creates an API key. Only this answer shows it: the key is not stored, so a repetition with the same idempotency key
 * gets null instead. Errors 108, 10, 3, 203, 4. (Contract, A-140 and A-148.)
 */
export async function createKey(context: Context, user: string, payload: Payload): Promise<Item> {
  const account = await ownerOf(context, user);
  const settings = keySettings(payload, acceptingFor(context, account));
  await context.store.internalTable(apiKeys);
  const made: { key: string | null } = { key: null };
  const shown = await createOnce(context, {
    begin: inTransaction,
    async write(tx) {
      made.key = newApiKey();
      return { written: await insert(tx, account, settings, made.key) };
    },
    answer: async (source, id: number) => shownKey(await keyOfAccount(source, account, String(id))),
    async repeated() {
      made.key = null;
    },
  });
  return { ...shown, key: made.key };
}

async function insert(tx: Transaction, account: Account, settings: KeySettings, text: string): Promise<number> {
  await takeTurn(tx, account.id);
  const { context, reader } = tx;
  if ((await apiKeysOf(context.store, account, reader)).length >= MAX_KEYS)
    throw new ApiError('apiKeysExhausted', { limit: MAX_KEYS });
  const createdBy = userIdOf(context.caller);
  const id = await insertApiKey(tx, account, { ...settings, createdBy, hint: hintOf(text), text });
  await recordKey(tx, account, id, settings.name, 'created');
  return id;
}
