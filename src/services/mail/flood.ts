import { createHash } from 'node:crypto';
import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import type { MailMessage } from '../../mail/message.ts';
import type { Scope } from '../../persistence/context.ts';

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
