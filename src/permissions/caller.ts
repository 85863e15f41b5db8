import { isLimited, type KeyRights, VIEWING } from './key-rights.ts';
import { ADMIN_ROLE, PUBLIC_ROLE } from './roles.ts';

/** An authenticated user. */
export interface User {
  readonly kind: 'user';
  readonly id: number;
  readonly role: number;
  /** The API key of the request. */
  readonly key?: KeyRights;
  /** The administrator who views the project as this user; such a caller changes nothing. */
  readonly viewer?: number;
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

/** The limits of the caller's API key or view; null without either. */
export function keyOf(caller: Caller): KeyRights | null {
  if (caller.kind !== 'user') return null;
  return isView(caller) ? VIEWING : (caller.key ?? null);
}

/** Whether the caller is the subject of an administrator's view. */
export function isView(caller: Caller): boolean {
  return caller.kind === 'user' && caller.viewer !== undefined;
}

/** Whether the caller is an administrator, who may do everything. Nobody is one with a limited API key. */
export function isAdmin(caller: Caller): boolean {
  const key = keyOf(caller);
  return roleOf(caller) === ADMIN_ROLE && (key === null || !isLimited(key));
}

/** A text that is equal for callers with the same policy. */
export function rightsOf(caller: Caller): string {
  const key = keyOf(caller);
  return key ? `${roleOf(caller)}~${key.digest}` : String(roleOf(caller));
}
