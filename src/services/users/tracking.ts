import { ApiError } from '../../errors/api-error.ts';
import { violation } from '../../errors/violations.ts';
import type { Query } from '../../query/ast.ts';
import { collectionOf } from '../../schema/schema.ts';
import { sqlDatetime } from '../../shared/datetime.ts';
import { asText } from '../../shared/text.ts';
import { isAdmin, userIdOf } from '../caller.ts';
import type { Context } from '../context.ts';
import { toKey } from '../items/keys.ts';
import { type Payload, validatePayload } from '../items/payload.ts';
import { type ReadResult, readByKeys } from '../items/read.ts';
import { updateRow } from '../rows.ts';
import { inTransaction } from '../writing.ts';

/** Notes the page of the admin app that a user visited last. Errors 4, 12, 302. (Specification, "Users".) */
export async function trackPage(
  context: Context,
  key: string,
  { last_page: page }: Payload,
  query: Query,
): Promise<ReadResult> {
  if (page === undefined || page === null || page === '')
    throw new ApiError('validation', { violations: `last_page: ${violation.blank}` });
  const users = collectionOf(context.store.catalog.schema, 'directus_users');
  await validatePayload(users, { last_page: page }, {});
  if (!isAdmin(context.caller) && String(userIdOf(context.caller)) !== key)
    throw new ApiError('updateDenied', { collection: users.name });
  const values = new Map([
    ['last_page', asText(page)],
    ['last_access_on', sqlDatetime(context.now)],
  ]);
  await inTransaction(context, (writing) => updateRow(writing, users, toKey(users, key), values));
  return readByKeys(context, users.name, [key], query);
}
