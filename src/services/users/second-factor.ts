import { stepOf } from '../../auth/one-time-password.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { userIdOf } from '../../permissions/caller.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { committed } from '../../persistence/source.ts';
import { inTransaction, type Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import { type Payload, validatePayload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { collectionOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import type { Guesses } from '../auth/guesses.ts';
import { useOneTimePassword } from '../auth/second-factor.ts';
import type { ReadResult } from '../items/read.ts';
import { readWritten } from '../items/write.ts';
import { updateItem } from '../items/write-item.ts';

/**
 * Gives a user a second factor after its first one-time password has proved that it works. Users may do so for
 * themselves whatever their role permits; those who already have one also send their password and a current code.
 * Callers with authority over a user may do so for that user. Errors 4, 100, 112, 302, 305. (Contract, A-73 to A-75.)
 */
export async function activateSecondFactor(
  context: Context,
  guesses: Guesses,
  key: string,
  payload: Payload,
  query: Query,
): Promise<ReadResult | null> {
  const { '2fa_secret': secret, otp } = texts(payload, ['2fa_secret', 'otp']);
  const users = usersOf(context);
  await validatePayload(users, { '2fa_secret': secret }, {});
  const present = isOwn(context, key) ? await proved(context, guesses, payload) : null;
  await guesses.attemptOtp(context, Number(key), () =>
    inTransaction(context, async (tx) => {
      if (isOwn(context, key)) await saveOwn(tx, users, secret);
      else await updateItem(tx, users, key, { '2fa_secret': secret });
      await useBoth(tx, Number(key), [present, { secret, otp }]);
    }),
  );
  return readWritten(committed(context), users, [key], false, query);
}

/** Removes the caller's second factor. Requires the password and a current code. Errors 3, 4, 100, 112. */
export async function deactivateSecondFactor(
  context: Context,
  guesses: Guesses,
  payload: Payload,
  query: Query,
): Promise<ReadResult | null> {
  const users = usersOf(context);
  const id = userIdOf(context.caller);
  const present = await proved(context, guesses, payload);
  await guesses.attemptOtp(context, id, () =>
    inTransaction(context, async (tx) => {
      await saveOwn(tx, users, null);
      await useBoth(tx, id, [present]);
    }),
  );
  return readWritten(committed(context), users, [String(id)], false, query);
}

/** A one-time password and the secret that it belongs to. */
interface Code {
  readonly secret: string;
  readonly otp: string;
}

const usersOf = ({ store }: Context): Collection => collectionOf(store.catalog.schema, 'directus_users');
const isOwn = ({ caller }: Context, key: string): boolean => key === String(userIdOf(caller));

/** Returns the code for the caller's existing second factor after checking the password; null if there is none. */
async function proved(context: Context, guesses: Guesses, payload: Payload): Promise<Code | null> {
  const account = await accountById(context.store, userIdOf(context.caller), context.store.database);
  if (!account) throw new ApiError('notAuthenticated');
  if (account.secret === null) return null;
  const { current_password: password, current_otp: otp } = texts(payload, ['current_password', 'current_otp']);
  await guesses.attempt(context, account.email, () => requirePassword(account, password));
  return { secret: account.secret, otp };
}

async function requirePassword(account: Account, password: string): Promise<void> {
  if (!(await verifyPassword(password, account.password))) throw new ApiError('invalidCredentials');
}

/** Saves the caller's secret with full permissions, because this change needs no permission of the role. */
async function saveOwn(tx: Transaction, users: Collection, secret: string | null): Promise<void> {
  const { context } = tx;
  const id = userIdOf(context.caller);
  const own: Transaction = { ...tx, context: { ...context, caller: { kind: 'user', id, role: ADMIN_ROLE } } };
  await updateItem(own, users, String(id), {}, { computed: { '2fa_secret': secret } });
}

/**
 * Uses up the codes of both secrets. If both belong to the same time step, that step is used up once for both, because
 * the second code would count as a repetition.
 */
async function useBoth(tx: Transaction, user: number, codes: readonly (Code | null)[]): Promise<void> {
  const used = new Set<number>();
  for (const code of codes) {
    const step = code && stepOf(code.secret, code.otp, tx.context.now);
    if (code && (step === null || !used.has(step))) await useOneTimePassword(tx, user, code.secret, code.otp);
    if (step !== null) used.add(step);
  }
}

function texts<Name extends string>(payload: Payload, names: readonly Name[]): Record<Name, string> {
  const violations = new Violations();
  for (const name of names) {
    const value = payload[name];
    if (value === undefined || value === null || value === '') violations.add(name, violation.blank);
    else if (typeof value !== 'string') violations.add(name, violation.type('string'));
  }
  violations.throwIfAny();
  return Object.fromEntries(names.map((name) => [name, asText(payload[name])])) as Record<Name, string>;
}
