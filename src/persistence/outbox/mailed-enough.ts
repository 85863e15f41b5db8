import { rateLimitsOf } from '../../config/rate-limits.ts';
import type { Reader } from '../../dialects/dialect.ts';
import { outbox } from '../../schema/internal/outbox.ts';
import type { Condition } from '../conditions.ts';
import type { Scope } from '../context.ts';
import { TableRows } from '../table-rows.ts';

/**
 * Whether the recent mails about this subject have reached the limit for one address, as the reader sees them. A
 * transaction also counts the mails that it has written.
 */
export async function isMailedEnough({ store, now }: Scope, about: string, reader: Reader): Promise<boolean> {
  const { points, seconds } = rateLimitsOf(store.config).identicalMails;
  const since = now.getTime() - seconds * 1000;
  const lately: Condition[] = [
    ['subject', '=', about],
    ['created_at', '>', since],
  ];
  const sent = await new TableRows(store.dialect, outbox).find(reader, lately, 'id', points, { columns: ['id'] });
  return sent.length >= points;
}
