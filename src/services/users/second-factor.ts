import { Violations, violation } from '../../errors/violations.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import type { Query } from '../../query/ast.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import type { Guesses } from '../auth/guesses.ts';
import { useOneTimePassword } from '../auth/second-factor.ts';
import { userIdOf } from '../caller.ts';
import type { Context } from '../context.ts';
import type { Payload } from '../items/payload.ts';
import type { ReadResult } from '../items/read.ts';
import { readWritten } from '../items/write.ts';
import { updateItem } from '../items/write-item.ts';
import { inTransaction } from '../writing.ts';

/**
 * Gives a user a second factor, once its first one-time password shows that it works. Users do so for themselves,
 * whatever their role lets them change, and whoever may change a user may do so for others. Errors 4, 112, 302.
 * (Facts of auth and users, section 2.11.)
 */
export async function activateSecondFactor(
  context: Context,
  guesses: Guesses,
  key: string,
  payload: Payload,
  query: Query,
): Promise<ReadResult | null> {
  const { secret, password } = required(payload);
  const users = collectionOf(context.store.catalog.schema, 'directus_users');
  const id = userIdOf(context.caller);
  const isOwn = key === String(id);
  const acting: Context = isOwn ? { ...context, caller: { kind: 'user', id, role: ADMIN_ROLE } } : context;
  await guesses.attemptOtp(context, Number(key), () =>
    inTransaction(acting, async (writing) => {
      await updateItem(writing, users, key, { '2fa_secret': secret });
      await useOneTimePassword(writing, Number(key), secret, password);
    }),
  );
  return readWritten(context, users, [key], false, query);
}

function required(payload: Payload): { secret: string; password: string } {
  const violations = new Violations();
  for (const name of ['2fa_secret', 'otp']) {
    const value = payload[name];
    if (value === undefined || value === null || value === '') violations.add(name, violation.blank);
    else if (typeof value !== 'string') violations.add(name, violation.type('string'));
  }
  violations.throwIfAny();
  return { secret: asText(payload['2fa_secret']), password: asText(payload.otp) };
}
