import { asNumber } from '../shared/text.ts';
/** A role's requirements for signing in, besides its permissions. (Contract, A-72 and A-90.) */
export interface RoleRules {
  readonly enforces2fa: boolean;
  /** Addresses, ranges and networks from which its users may connect; empty means any. */
  readonly allowedFrom: readonly string[];
}

/** The rules of a role without any. */
export const NO_RULES: RoleRules = { enforces2fa: false, allowedFrom: [] };

/** Parses the rows of `directus_roles` to rules by role id. */
export function toRoleRules(rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<number, RoleRules> {
  return new Map(
    rows.map(({ id, enforce_2fa: enforced, ip_whitelist: addresses }) => [
      asNumber(id),
      { enforces2fa: enforced === true, allowedFrom: Array.isArray(addresses) ? addresses.map(String) : [] },
    ]),
  );
}
