import type { Reader } from '../../dialects/dialect.ts';
import type { Store, StoreView } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { users } from '../../schema/system/users.ts';

/** How mails name a user. */
export async function nameOfUser({ dialect, database }: Store, id: number): Promise<string> {
  const columns = ['first_name', 'last_name'];
  const [user] = await new TableRows(dialect, users).find(database, [['id', '=', id]], 'id', 1, { columns });
  return [user?.first_name, user?.last_name].filter(Boolean).join(' ') || 'Somebody';
}

/** Whether a user wants mails about the actions of others; a missing user counts as one who has set no preference. */
export async function wantsMail({ dialect }: StoreView, id: number, reader: Reader): Promise<boolean> {
  const columns = ['email_notifications'];
  const [user] = await new TableRows(dialect, users).find(reader, [['id', '=', id]], 'id', 1, { columns });
  return Number(user?.email_notifications ?? 1) !== 0;
}
