import { ApiError } from '../../errors/api-error.ts';
import { PUBLIC_ROLE } from '../../permissions/roles.ts';
import type { Account } from '../../persistence/accounts.ts';
import type { Store, StoreView } from '../../persistence/store.ts';

/** Refuses users who are not active. Error 103. */
export function refuseInactive({ status }: Account): void {
  if (status === 'suspended') throw new ApiError('userSuspended');
  if (status !== 'active') throw new ApiError('userInactive');
}

/** Whether the account's role requires a second factor that the account has not set up. */
export function needs2FA({ catalog }: StoreView, { role, secret }: Account): boolean {
  return secret === null && catalog.roles.get(role ?? PUBLIC_ROLE)?.enforces2fa === true;
}

/** Refuses sign-in through a provider for accounts that have a second factor or must set one up. Error 115. */
export function refuseSecondFactor(store: Store, account: Account): void {
  if (account.secret !== null || needs2FA(store, account)) throw new ApiError('ssoWithSecondFactor');
}
