import { ADMIN_ROLE, PUBLIC_ROLE } from './roles.ts';

/** Somebody who is known. */
export interface User {
  readonly kind: 'user';
  readonly id: number;
  readonly role: number;
}

/** Who asks. There is no empty caller: whoever is not known is the public. */
export type Caller =
  | { readonly kind: 'public' }
  | User
  /** The server itself; no request can become it. */
  | { readonly kind: 'system' };

export const PUBLIC: Caller = { kind: 'public' };
export const SYSTEM: Caller = { kind: 'system' };

/** The role whose policy holds for a caller. */
export function roleOf(caller: Caller): number {
  if (caller.kind === 'system') return ADMIN_ROLE;
  return caller.kind === 'user' ? caller.role : PUBLIC_ROLE;
}

/** The caller's user id; 0 for the public and the server. */
export function userIdOf(caller: Caller): number {
  return caller.kind === 'user' ? caller.id : 0;
}

/** Whether the caller may do everything. */
export function isAdmin(caller: Caller): boolean {
  return roleOf(caller) === ADMIN_ROLE;
}
