import { ApiError } from '../../errors/api-error.ts';
import { isAdmin, userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { updateRow } from '../../persistence/rows.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import { validatePayload } from '../../query/plan/write/validate.ts';
import { users } from '../../schema/system/users.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import { type ReadResult, readByKeys } from '../items/read.ts';
import { checkAnswer } from '../items/write.ts';

/** Records the admin app page that a user visited last. Errors 4, 12, 302. (Contract, U-50.) */
export async function trackPage(context: Context, key: string, page: unknown, query: Query): Promise<ReadResult> {
  await validatePayload(presentCollection(context, users.name), { last_page: page }, {});
  if (!isAdmin(context.caller) && String(userIdOf(context.caller)) !== key)
    throw new ApiError('updateDenied', { collection: users.name });
  const values = new Map([
    ['last_page', asText(page)],
    ['last_access_on', sqlDatetime(context.now)],
  ]);
  await inTransaction(context, async (tx) => {
    const collection = presentCollection(context, users.name);
    await updateRow(tx, collection, toKey(collection, key), values);
    checkAnswer(tx, collection, [key], false, query);
  });
  return readByKeys(committed(context), users.name, [key], query);
}
