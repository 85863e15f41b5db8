/** Id of the role that may do everything. (Facts of items, section 7.1.) */
export const ADMIN_ROLE = 1;

/** Id of the role of callers without a valid token. */
export const PUBLIC_ROLE = 2;
