import type { TokenClaims } from '../../../auth/tokens.ts';

/** The subject of a view: a user, or the administrator with another role. */
export type Viewed = { readonly user: number; readonly role: null } | { readonly user: null; readonly role: number };

/** The administrator that a view is bound to, and the session in which it began; null for a static token. */
export interface ViewClaims {
  readonly id: number;
  readonly session: number | null;
  readonly viewed: Viewed;
}

/** Reads the claims of a verified view token; null if they are not those of a view. */
export function viewClaims({ id, session, user, role }: TokenClaims): ViewClaims | null {
  if (session !== null && typeof session !== 'number') return null;
  if (typeof user === 'number') return { id, session, viewed: { user, role: null } };
  return typeof role === 'number' ? { id, session, viewed: { user: null, role } } : null;
}
