import { deleteApiKey, updateApiKey } from '../../persistence/api-keys.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { takeTurn } from '../auth/single-use.ts';
import { keyOfAccount, ownerOf, requireKeys } from './owner.ts';
import { recordKey } from './record.ts';
import { acceptingFor, keySettings } from './settings.ts';
import { shownKey } from './show.ts';

/** Changes the settings of an API key; the key itself stays the same. Errors 108, 10, 3, 203, 4. (Contract, A-141.) */
export async function changeKey(context: Context, user: string, id: string, payload: Payload): Promise<Item> {
  const account = await ownerOf(context, user);
  await requireKeys(context);
  return inTransaction(context, async (tx) => {
    // Changing the user's row makes every server drop the cached identity of the key.
    await takeTurn(tx, account.id);
    const present = await keyOfAccount(tx, account, id);
    const settings = keySettings(payload, acceptingFor(tx.context, account), present);
    await updateApiKey(tx, present.id, settings);
    await recordKey(tx, account, present.id, settings.name, 'changed');
    return shownKey({ ...present, ...settings });
  });
}

/** Revokes an API key on every server. Errors 108, 10, 3, 203. (Contract, A-141.) */
export async function revokeKey(context: Context, user: string, id: string): Promise<void> {
  const account = await ownerOf(context, user);
  await requireKeys(context);
  await inTransaction(context, async (tx) => {
    await takeTurn(tx, account.id);
    const { id: key, name } = await keyOfAccount(tx, account, id);
    await deleteApiKey(tx, key);
    await recordKey(tx, account, key, name, 'revoked');
  });
}
