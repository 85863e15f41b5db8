import { asNumber } from '../shared/text.ts';
/** What a role asks of those who sign in, beyond its permissions. (Contract, A-72 and A-90.) */
export interface RoleRules {
  readonly enforces2fa: boolean;
  /** Addresses, ranges and networks that its users may come from; none means any. */
  readonly allowedFrom: readonly string[];
}

/** The rules of a role that has none. */
export const NO_RULES: RoleRules = { enforces2fa: false, allowedFrom: [] };

/** Types the rows of `directus_roles`, by their ids. */
export function toRoleRules(rows: readonly Readonly<Record<string, unknown>>[]): ReadonlyMap<number, RoleRules> {
  return new Map(
    rows.map(({ id, enforce_2fa: enforced, ip_whitelist: addresses }) => [
      asNumber(id),
      { enforces2fa: enforced === true, allowedFrom: Array.isArray(addresses) ? addresses.map(String) : [] },
    ]),
  );
}
