import { issueToken, type TokenIssuer } from '../../../auth/tokens.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { Violations } from '../../../errors/violations.ts';
import { userIdOf } from '../../../permissions/caller.ts';
import type { Context } from '../../../persistence/context.ts';
import { inTransaction } from '../../../persistence/in-transaction.ts';
import { recordActivity } from '../../../persistence/records.ts';
import type { Item } from '../../../query/shape/decoder.ts';
import { sqlDatetime } from '../../../shared/datetime.ts';
import { steadyTime } from '../../../shared/steady-time.ts';
import type { Viewed } from './claims.ts';
import { type Shown, viewedUser } from './viewed.ts';

const MINUTES = 30;

/** A request to begin a view: the user or the role to view the project as. */
interface Asked {
  readonly user?: number | null;
  readonly role?: number | null;
}

/**
 * Begins a view and records it. Requests of the same administrator and session that carry the view are answered as they
 * would be for the user or the role, and change nothing. Error 4. (Contract, A-150 and A-151.)
 */
export async function beginView(
  context: Context,
  issuer: TokenIssuer,
  session: number | null,
  asked: Asked,
): Promise<Item> {
  const viewed = viewedOf(asked);
  const id = userIdOf(context.caller);
  const { role } = required(await viewedUser(context.store, id, viewed), viewed);
  await record(context, viewed, role);
  const now = steadyTime(context.now);
  const view = await issueToken(issuer, 'view', { id, session, ...viewed }, MINUTES, now);
  return { view, ...viewed, role, expires_on: sqlDatetime(new Date(now.getTime() + MINUTES * 60_000)) };
}

function viewedOf({ user = null, role = null }: Asked): Viewed {
  if (user !== null && role === null) return { user, role };
  if (user === null && role !== null) return { user, role };
  return refuse('user', 'Send the id of a user or of a role, and not both.');
}

const REASONS: Readonly<Record<Exclude<Shown, object>, string>> = {
  unknown: 'There is none with this id.',
  inactive: 'This user is not active, and sees nothing.',
  administrator: 'Administrators see everything: there is nothing to view.',
  public: 'What everybody may see is seen without a token.',
};

function required(shown: Shown, { user }: Viewed): Exclude<Shown, string> {
  return typeof shown === 'object' ? shown : refuse(user === null ? 'role' : 'user', REASONS[shown]);
}

function refuse(at: string, reason: string): never {
  const violations = new Violations();
  violations.add(at, reason);
  violations.throwIfAny();
  throw new ApiError('internal');
}

function record(context: Context, { user }: Viewed, role: number): Promise<unknown> {
  const of =
    user === null
      ? { collection: 'directus_roles', item: String(role) }
      : { collection: 'directus_users', item: String(user) };
  return inTransaction(context, (tx) => recordActivity(tx, { action: 'view-as', ...of }));
}
