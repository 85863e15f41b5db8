import { ApiError } from '../../errors/api-error.ts';
import { isAdmin, userIdOf } from '../../permissions/caller.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import { updateRow } from '../../persistence/rows.ts';
import { committed } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import { validatePayload } from '../../query/plan/write/validate.ts';
import { users } from '../../schema/system/users.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import type { ReadResult } from '../items/read.ts';
import { checkAnswer, readWritten } from '../items/write.ts';

/**
 * Records the admin app page that a user visited last. Returns the user; null if the caller may not read it. Errors 4,
 * 12, 203, 302. (Contract, U-50 and P-76.)
 */
export async function trackPage(
  context: Context,
  key: string,
  page: unknown,
  query: Query,
): Promise<ReadResult | null> {
  await validatePayload(presentCollection(context, users.name), { last_page: page }, {});
  if (!isAdmin(context.caller) && String(userIdOf(context.caller)) !== key)
    throw new ApiError('updateDenied', { collection: users.name });
  const values = new Map([
    ['last_page', asText(page)],
    ['last_access_on', sqlDatetime(context.now)],
  ]);
  await inTransaction(context, async (tx) => {
    const collection = presentCollection(context, users.name);
    const stored = toKey(collection, key);
    if (stored === null || !(await readWhole(tx, collection, key))) throw new ApiError('itemNotFound');
    await updateRow(tx, collection, stored, values);
    checkAnswer(tx, collection, [key], false, query);
  });
  return readWritten(committed(context), presentCollection(context, users.name), [key], false, query);
}
