import { ApiError } from '../../errors/api-error.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { Store } from '../../persistence/store.ts';

/** Only active users sign in. Error 103. */
export function refuseInactive({ status }: Account): void {
  if (status === 'suspended') throw new ApiError('userSuspended');
  if (status !== 'active') throw new ApiError('userInactive');
}

/** Whether the role of an account asks for a second factor that the account has not set up. */
export function needs2FA({ catalog }: Store, { role, secret }: Account): boolean {
  return secret === null && catalog.roles.get(role ?? PUBLIC_ROLE)?.enforces2fa === true;
}

/** Who has a second factor, or has to set one up, does not get round it through a provider. Error 115. */
export function refuseSecondFactor(store: Store, account: Account): void {
  if (account.secret !== null || needs2FA(store, account)) throw new ApiError('ssoWithSecondFactor');
}
