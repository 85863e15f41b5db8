import { isLimited, type KeyRights } from './key-rights.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from './roles.ts';

/** An authenticated user. */
export interface User {
  readonly kind: 'user';
  readonly id: number;
  readonly role: number;
  /** The API key of the request. */
  readonly key?: KeyRights;
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

/** The rights of the API key that the caller uses; null without one. */
export function keyOf(caller: Caller): KeyRights | null {
  return caller.kind === 'user' ? (caller.key ?? null) : null;
}

/** Whether the caller is an administrator, who may do everything. With a limited API key nobody is. */
export function isAdmin(caller: Caller): boolean {
  const key = keyOf(caller);
  return roleOf(caller) === ADMIN_ROLE && (key === null || !isLimited(key));
}

/** Identifies what a caller may do: the same for callers with the same policy. */
export function rightsOf(caller: Caller): string {
  const key = keyOf(caller);
  return key ? `${roleOf(caller)}~${key.digest}` : String(roleOf(caller));
}
