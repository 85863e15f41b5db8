import { ADMIN_ROLE, PUBLIC_ROLE } from './roles.ts';

/** An authenticated user. */
export interface User {
  readonly kind: 'user';
  readonly id: number;
  readonly role: number;
}

/** Who makes a request. There is no empty caller: a request without an account comes from the public. */
export type Caller =
  | { readonly kind: 'public' }
  | User
  /** The server itself; no request can have this identity. */
  | { readonly kind: 'system' };

export const PUBLIC: Caller = { kind: 'public' };
export const SYSTEM: Caller = { kind: 'system' };

/** The role whose policy applies to a caller. */
export function roleOf(caller: Caller): number {
  if (caller.kind === 'system') return ADMIN_ROLE;
  return caller.kind === 'user' ? caller.role : PUBLIC_ROLE;
}

/** The caller's user id; 0 for the public and the server. */
export function userIdOf(caller: Caller): number {
  return caller.kind === 'user' ? caller.id : 0;
}

/** Whether the caller is an administrator, who may do everything. */
export function isAdmin(caller: Caller): boolean {
  return roleOf(caller) === ADMIN_ROLE;
}
