import type { FieldType } from '../field.ts';

/** The user who last changed the item. */
export const userUpdated: FieldType = {
  name: 'user_updated',
  column: true,
  single: true,
  automatic: true,
  target: 'directus_users',
  onCreate: ({ user }) => user,
  onUpdate: ({ user }) => user,
};
