import type { FieldType } from '../field.ts';

/** The user who created the item; `mine` and `role` permissions depend on it. */
export const owner: FieldType = {
  name: 'owner',
  column: true,
  single: true,
  automatic: true,
  target: 'directus_users',
  onCreate: ({ user }) => user,
};
