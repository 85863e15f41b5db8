import { createHash } from 'node:crypto';
import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import type { Reader } from '../../dialects/dialect.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Scope } from '../../persistence/context.ts';
import { type Condition, TableRows } from '../../persistence/table-rows.ts';
import { outbox } from '../../schema/internal/outbox.ts';

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

/** Counts a mail for each of its addressees. Refuses it if one of them has received it too often. Error 7. */
export async function countIdentical({ store }: Scope, throttles: Throttles, mail: MailMessage): Promise<void> {
  const throttle = throttles.of('identical-mails', rateLimitsOf(store.config).identicalMails);
  const { to, subject, text, html } = mail;
  const keys = to.map(({ email }) => digestOf([store.project, email.toLowerCase(), subject, text, html]));
  for (const key of keys) await throttle.admit(key);
  for (const key of keys) await throttle.take(key);
}

const digestOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
