import type { WriteRules } from './rules.ts';

/** Permissions: a row of another role is denied, not missing. (Facts of auth and users, section 4.2.) */
export const permissionsRules: WriteRules = { hidden: { update: 'updateDenied' } };
