import { stepOf } from '../../auth/one-time-password.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import { userIdOf } from '../../permissions/caller.ts';
import { ADMIN_ROLE } from '../../permissions/roles.ts';
import { type Account, accountById } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { presentCollection } from '../../persistence/present-collection.ts';
import { committed } from '../../persistence/source.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Query } from '../../query/ast.ts';
import { validatePayload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Guesses } from '../auth/guesses.ts';
import { useOneTimePassword } from '../auth/second-factor.ts';
import { takeTurn } from '../auth/single-use.ts';
import type { ReadResult } from '../items/read.ts';
import { checkAnswer, readWritten } from '../items/write.ts';
import { updateItem } from '../items/write-item.ts';

/**
 * Gives a user a second factor after its first one-time password has proved that it works. Users may do so for
 * themselves whatever their role permits; those who already have one also send their password and a current code.
 * Callers with authority over a user may do so for that user. Errors 4, 10, 100, 112, 302, 305. (Contract, A-73 to A-75.)
 */
export async function activateSecondFactor(
  context: Context,
  guesses: Guesses,
  key: string,
  payload: NewFactor,
  query: Query,
): Promise<ReadResult | null> {
  const { '2fa_secret': secret, otp } = payload;
  await validatePayload(presentCollection(context, 'directus_users'), { '2fa_secret': secret }, {});
  const present = isOwn(context, key) ? await proved(context, guesses, payload) : null;
  await guesses.attemptOtp(context, Number(key), (readmit) =>
    inTransaction(context, async (tx) => {
      const users = presentCollection(context, 'directus_users');
      if (isOwn(context, key)) await saveOwn(tx, users, secret, present);
      else await updateItem(tx, users, key, { '2fa_secret': secret });
      await useBoth(tx, Number(key), [present, { secret, otp }]);
      await readmit();
      checkAnswer(tx, users, [key], false, query);
    }),
  );
  return readWritten(committed(context), presentCollection(context, 'directus_users'), [key], false, query);
}

/** Removes the caller's second factor. Requires the password and a current code. Errors 3, 4, 10, 100, 112. */
export async function deactivateSecondFactor(
  context: Context,
  guesses: Guesses,
  payload: Proof,
  query: Query,
): Promise<ReadResult | null> {
  const id = userIdOf(context.caller);
  const present = await proved(context, guesses, payload);
  await guesses.attemptOtp(context, id, (readmit) =>
    inTransaction(context, async (tx) => {
      const users = presentCollection(context, 'directus_users');
      await saveOwn(tx, users, null, present);
      await useBoth(tx, id, [present]);
      await readmit();
      checkAnswer(tx, users, [String(id)], false, query);
    }),
  );
  return readWritten(committed(context), presentCollection(context, 'directus_users'), [String(id)], false, query);
}

/** What proves that a caller has the present second factor. */
interface Proof {
  readonly current_password?: string | null;
  readonly current_otp?: string | null;
}

interface NewFactor extends Proof {
  readonly '2fa_secret': string;
  readonly otp: string;
}

/** A one-time password and the secret that it belongs to. */
interface Code {
  readonly secret: string;
  readonly otp: string;
}

const isOwn = ({ caller }: Context, key: string): boolean => key === String(userIdOf(caller));

/** Returns the code for the caller's existing second factor after checking the password; null if there is none. */
async function proved(context: Context, guesses: Guesses, payload: Proof): Promise<Code | null> {
  const account = await accountById(context.store, userIdOf(context.caller), context.store.database);
  if (!account) throw new ApiError('notAuthenticated');
  if (account.secret === null) return null;
  const { current_password: password, current_otp: otp } = given(payload);
  await guesses.attempt(context, account.email, () => requirePassword(context, account, password));
  return { secret: account.secret, otp };
}

async function requirePassword({ store }: Context, account: Account, password: string): Promise<void> {
  if (!(await verifyPassword(store.project, password, account.password))) throw new ApiError('invalidCredentials');
}

/**
 * Saves the caller's secret with full permissions, because this change needs no permission of the role. Error 10 if the
 * present secret is not the one that was proved.
 */
async function saveOwn(tx: Transaction, users: Collection, secret: string | null, present: Code | null): Promise<void> {
  const { context } = tx;
  const id = userIdOf(context.caller);
  // Another request may have stored one since the proof.
  await takeTurn(tx, id);
  const account = await accountById(context.store, id, tx.connection);
  if (account?.secret !== (present?.secret ?? null)) throw new ApiError('secondFactorUnproved');
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

/** Both members, which are required once there is a second factor. Error 4. */
function given({ current_password, current_otp }: Proof): { current_password: string; current_otp: string } {
  const violations = new Violations();
  if (!current_password) violations.add('current_password', violation.blank);
  if (!current_otp) violations.add('current_otp', violation.blank);
  violations.throwIfAny();
  return { current_password: current_password ?? '', current_otp: current_otp ?? '' };
}
