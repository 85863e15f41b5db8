import { setTimeout } from 'node:timers/promises';
import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { enqueue, openOutbox } from '../../persistence/outbox/enqueue.ts';
import { requireAllowedUrl } from './allowed-url.ts';
import { accountKey } from './guesses.ts';
import { mailedPage } from './mailed-page.ts';

/** The answer always takes this long. By then the mail has been sent, unless the mail server is slow. */
const ANSWER_MS = 500;

/** The address of the account, and the page that the link in the mail leads to. */
interface ResetRequest {
  readonly email: string;
  readonly reset_url?: string | null;
}

/**
 * Queues a mail with a link to choose a new password. Whether the user exists is checked later, so that neither the
 * answer nor its timing reveals it. Errors 4, 7. (Contract, A-80 to A-83.)
 */
export async function requestReset(
  context: Context,
  { email, reset_url: url }: ResetRequest,
  throttles: Throttles,
): Promise<void> {
  const answer = setTimeout(ANSWER_MS);
  const target = url ? requireAllowedUrl(context, 'reset_url', url).href : null;
  const { passwordRequests } = rateLimitsOf(context.store.config);
  await throttles.of('password-requests', passwordRequests).take(`${context.store.project}|${accountKey(email)}`);
  const page = target ?? mailedPage(context, 'reset-password');
  await openOutbox(context.store);
  const job = {
    kind: 'password-reset',
    subject: 'request of a new password',
    payload: { email, page, own: target === null && !context.store.surroundings.studio },
  } as const;
  await inTransaction(context, (tx) => enqueue(tx, job));
  await answer;
}
