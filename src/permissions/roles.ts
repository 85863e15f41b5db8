/** Id of the role that may do everything. (Contract, P-2.) */
export const ADMIN_ROLE = 1;

/** Id of the role of callers without a valid token. */
export const PUBLIC_ROLE = 2;
