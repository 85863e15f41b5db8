import { verifyPassword } from '../../auth/passwords.ts';
import { issueToken, type TokenIssuer } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { Violations, violation } from '../../errors/violations.ts';
import type { Item } from '../../query/shape/decoder.ts';
import { collectionOf } from '../../schema/schema.ts';
import { isEmail } from '../../shared/email.ts';
import type { Context } from '../context.ts';
import type { Payload } from '../items/payload.ts';
import { readWhole } from '../items/read.ts';
import { recordActivity } from '../items/record.ts';
import { inTransaction } from '../writing.ts';
import { type Account, accountByEmail, publicUser } from './accounts.ts';
import { recordFailure } from './lockout.ts';

export interface SignedIn {
  readonly token: string;
  readonly user: Item;
}

/** Checked against when there is no such user, so that the answer takes as long. */
const DECOY = '$2y$10$abcdefghijklmnopqrstuuJ0cZq1nG8mO7yqvT0kH3l8Wk5s9bX2i';

/** Exchanges e-mail and password for a temporary token. Errors 114, 100, 103, 111. (Specification, "Authentication".) */
export async function authenticate(context: Context, issuer: TokenIssuer, payload: Payload): Promise<SignedIn> {
  const { email, password } = credentials(payload);
  const account = await accountByEmail(context.store, email);
  const matches = await verifyPassword(password, account?.password ?? DECOY);
  if (!account || !matches) {
    const suspended = account !== null && (await recordFailure(context, account));
    throw new ApiError(suspended ? 'userSuspended' : 'invalidCredentials');
  }
  refuseInactive(account);
  if (account.secret) throw new ApiError('otpMissing');
  await recordSuccess(context, account.id);
  const token = await issueToken(
    issuer,
    'auth',
    { id: account.id },
    context.store.catalog.settings.tokenMinutes,
    context.now,
  );
  const users = collectionOf(context.store.catalog.schema, 'directus_users');
  const user = await readWhole(context, context.store.database, users, String(account.id));
  return { token, user: publicUser(user ?? {}) };
}

function credentials({ email, password }: Payload): { email: string; password: string } {
  const violations = new Violations();
  checkText(violations, 'email', email);
  checkText(violations, 'password', password);
  if (typeof email === 'string' && email !== '' && !isEmail(email)) violations.add('email', violation.email);
  violations.throwIfAny('loginValidation');
  return { email: String(email), password: String(password) };
}

function checkText(violations: Violations, name: string, value: unknown): void {
  if (value === undefined || value === null || value === '') violations.add(name, violation.blank);
  else if (typeof value !== 'string') violations.add(name, violation.type('string'));
}

/** Only active users sign in. Error 103. */
export function refuseInactive({ status }: Account): void {
  if (status === 'suspended') throw new ApiError('userSuspended');
  if (status !== 'active') throw new ApiError('userInactive');
}

async function recordSuccess(context: Context, user: number): Promise<void> {
  const entry = { action: 'authenticate', collection: 'directus_users', item: String(user), by: user } as const;
  await inTransaction(context, (writing) => recordActivity(writing, entry));
}
