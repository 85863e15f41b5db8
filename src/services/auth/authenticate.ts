import { verifyPassword } from '../../auth/passwords.ts';
import type { TokenIssuer } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { type Account, accountByEmail } from '../../persistence/accounts.ts';
import type { Context } from '../../persistence/context.ts';
import { inTransaction } from '../../persistence/in-transaction.ts';
import { committed } from '../../persistence/source.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { notifyBefore } from '../hooks/run.ts';
import { needs2FA, refuseInactive } from './account-checks.ts';
import { notifyRefusalHooks, shownUser } from './auth-hooks.ts';
import type { Guesses, Readmit } from './guesses.ts';
import { recordFailure } from './lockout.ts';
import { withOwnFields } from './own-fields.ts';
import { oneTimePassword, useOneTimePassword } from './second-factor.ts';
import { type Mode, type Opened, signIn } from './sessions.ts';

/** What a sign-in needs in addition to the context. */
interface SignInContext {
  readonly issuer: TokenIssuer;
  readonly guesses: Guesses;
  readonly mode: Mode;
}

/** The minimum duration of a refusal. Recording a failed attempt takes time, but only if the account exists. */
const FAILURE_MS = 150;

interface SignedIn {
  readonly session: Opened;
  readonly user: Item;
  /** The session grants no access until a second factor is set up. */
  readonly pending: boolean;
}

/**
 * Exchanges an e-mail address and a password for a session. Users with a second factor also send a one-time password.
 * Errors 7, 100, 103, 111, 112. (Contract, A-40 to A-52.)
 */
export async function authenticate(context: Context, how: SignInContext, proof: Proof): Promise<SignedIn> {
  const { account, session } = await provedSession(context, how, proof);
  const user = withOwnFields(context.store, account, await shownUser(context, account.id));
  return { session, user, pending: needs2FA(context.store, account) };
}

interface Proof {
  readonly email: string;
  readonly password: string;
  readonly otp?: unknown;
}

/** Hooks may refuse a user whose password is right, and are notified of every refusal. */
async function provedSession(
  context: Context,
  how: SignInContext,
  { email, password, otp }: Proof,
): Promise<{ readonly account: Account; readonly session: Opened }> {
  try {
    const account = await how.guesses.attempt(context, email, () => accountOf(context, email, password));
    await notifyBefore(
      committed(context),
      { events: ['auth.request:credentials'] },
      { id: account.id, email: account.email },
    );
    return { account, session: await opened(context, how, account, otp) };
  } catch (error) {
    notifyRefusalHooks(context, email, error);
    throw error;
  }
}

/** Returns the active account with this e-mail address and password. An unknown address takes as long to refuse. */
async function accountOf(context: Context, email: string, password: string): Promise<Account> {
  const since = performance.now();
  const account = await accountByEmail(context.store, email, context.store.database);
  const matches = await verifyPassword(context.store.project, password, account?.password ?? null);
  if (!account || !matches) {
    const suspended = account !== null && (await recordFailure(context, account));
    await pause(FAILURE_MS - (performance.now() - since));
    throw new ApiError(suspended ? 'userSuspended' : 'invalidCredentials');
  }
  refuseInactive(account);
  return account;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, Math.max(0, ms)));

function opened(context: Context, how: SignInContext, account: Account, otp: unknown): Promise<Opened> {
  const { secret } = account;
  if (secret === null) return begin(context, how, account);
  const password = oneTimePassword(otp);
  return how.guesses.attemptOtp(context, account.id, (readmit) =>
    begin(context, how, account, { secret, password, readmit }),
  );
}

function begin(
  context: Context,
  { issuer, mode }: SignInContext,
  account: Account,
  otp?: { readonly secret: string; readonly password: string; readonly readmit: Readmit },
): Promise<Opened> {
  return inTransaction(context, async (tx) => {
    if (otp) await useOneTimePassword(tx, account.id, otp.secret, otp.password);
    await otp?.readmit();
    return signIn(tx, issuer, account, mode);
  });
}
