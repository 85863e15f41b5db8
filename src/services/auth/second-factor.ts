import { STEP_SECONDS, stepOf, WINDOW } from '../../auth/one-time-password.ts';
import { ApiError } from '../../errors/api-error.ts';
import { collectionOf } from '../../schema/schema.ts';
import { updateRow } from '../rows.ts';
import type { Writing } from '../writing.ts';
import { findSessions, insertSession } from './session-rows.ts';

/** As long as a one-time password could come again. */
const REMEMBERED_MS = (2 * WINDOW + 1) * STEP_SECONDS * 1000;

/** What a client sends as a one-time password; null where it is none. Error 111. */
export function oneTimePassword(value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  if (text === '') throw new ApiError('otpMissing');
  return text;
}

/**
 * Uses up a one-time password, inside the transaction under way: it counts once, in all processes together. Error 112.
 */
export async function useOneTimePassword(
  writing: Writing,
  user: number,
  secret: string,
  password: string,
): Promise<void> {
  const { context, connection } = writing;
  const step = stepOf(secret, password, context.now);
  if (step === null) throw new ApiError('otpInvalid');
  await takeTurn(writing, user);
  const token = String(step);
  const used = await findSessions(context.store, connection, { user, token_type: 'otp', token });
  if (used.length > 0) throw new ApiError('otpInvalid');
  const expires = new Date(context.now.getTime() + REMEMBERED_MS);
  await insertSession(writing, { user, kind: 'otp', token, expires });
}

/** Writing to the user's row makes other sign-ins of the user wait until this one is decided, whatever the engine. */
async function takeTurn(writing: Writing, user: number): Promise<void> {
  const users = collectionOf(writing.context.store.catalog.schema, 'directus_users');
  await updateRow(writing, users, user, new Map([['id', user]]));
}
