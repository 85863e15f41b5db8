import type { FieldType } from '../field.ts';

/** The key of a user, chosen by the caller. */
export const user: FieldType = { name: 'user', column: true, target: 'directus_users' };
