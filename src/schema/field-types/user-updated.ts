import type { FieldType } from '../field-type.ts';

/** The user who changed the item last. */
export const userUpdated: FieldType = {
  name: 'user_updated',
  column: true,
  single: true,
  automatic: true,
  target: 'directus_users',
  onCreate: ({ user }) => user,
  onUpdate: ({ user }) => user,
};
