import { hashPassword } from '../../auth/passwords.ts';
import { type TokenIssuer, verifyToken } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { SYSTEM } from '../../permissions/caller.ts';
import { accountById, withheld } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { recordActivity } from '../../persistence/records.ts';
import { committed, onBehalfOf } from '../../persistence/source.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Query } from '../../query/ast.ts';
import { ofRecordOnly } from '../../query/parse/query.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { requireStorable } from '../../schema/require-storable.ts';
import { users } from '../../schema/system/users.ts';
import { asText } from '../../shared/text.ts';
import type { Readmit } from '../auth/guesses.ts';
import { newPassword } from '../auth/new-password.ts';
import { withOwnFields } from '../auth/own-fields.ts';
import type { ReadResult } from '../items/read.ts';
import { readByKeys } from '../items/read-by-keys.ts';
import { checkAnswer } from '../items/write.ts';

/** The choices of an invited user. */
export interface Newcomer {
  readonly password?: string | null;
  readonly first_name?: string | null;
  readonly last_name?: string | null;
}

/**
 * Activates the invited user that a mailed token names, once, with the given name and password. Any bearer of the token
 * may do so. Returns the user, without related items. Errors 101, 102, 4, 106. (Contract, U-66 to U-68.)
 */
export async function acceptInvitation(
  context: Context,
  issuer: TokenIssuer,
  token: string,
  newcomer: Newcomer,
  query: Query,
  readmit: Readmit,
): Promise<ReadResult> {
  const { id, email } = await verifyToken(issuer, 'invitation', token, context.now);
  const key = String(id);
  const shown = ofRecordOnly(query);
  const chosen = await columnsOf(context, newcomer);
  await inTransaction(context, async (tx) => {
    const rows = new TableRows(context.store.dialect, users);
    const accepted = await rows.update(
      tx.connection,
      [
        ['id', '=', id],
        ['email', '=', asText(email)],
        ['status', '=', 'invited'],
      ],
      { status: 'active', ...chosen },
    );
    if (accepted === 0) throw new ApiError('userNotFound');
    await readmit();
    tx.changes.add({ kind: 'rows', collection: users.name });
    await recordActivity(tx, { action: 'status-update', collection: users.name, item: key, by: id });
    checkAnswer(onBehalfOf(tx, SYSTEM), presentCollection(context, users.name), [key], false, shown);
  });
  const result = await readByKeys(onBehalfOf(committed(context), SYSTEM), users.name, [key], shown);
  return { ...result, data: Array.isArray(result.data) ? result.data : await ownUser(context, id, result.data) };
}

async function ownUser({ store }: Context, id: number, user: Item): Promise<Item> {
  const account = await accountById(store, id, store.database);
  return account ? withOwnFields(store, account, withheld(user)) : {};
}

async function columnsOf({ store }: Context, { password, first_name, last_name }: Newcomer) {
  return {
    ...(password && { password: await hashPassword(store.project, await newPassword(store, password)) }),
    ...(first_name && { first_name: requireStorable('first_name', first_name) }),
    ...(last_name && { last_name: requireStorable('last_name', last_name) }),
  };
}
