/** The relations of a fresh project; three lead nowhere, because clients expect them. (Contract, Y-40.) */
export const seededRelations: readonly Readonly<Record<string, string | number>>[] = [
  { id: 1, collection_many: 'directus_activity', field_many: 'action_by', collection_one: 'directus_users' },
  { id: 2, collection_many: 'directus_collections_presets', field_many: 'user', collection_one: 'directus_users' },
  { id: 3, collection_many: 'directus_collections_presets', field_many: 'group', collection_one: 'directus_groups' },
  {
    id: 4,
    collection_many: 'directus_fields',
    field_many: 'collection',
    collection_one: 'directus_collections',
    field_one: 'fields',
  },
  { id: 5, collection_many: 'directus_files', field_many: 'uploaded_by', collection_one: 'directus_users' },
  { id: 6, collection_many: 'directus_files', field_many: 'folder', collection_one: 'directus_folders' },
  { id: 7, collection_many: 'directus_folders', field_many: 'parent_folder', collection_one: 'directus_folders' },
  { id: 8, collection_many: 'directus_permissions', field_many: 'group', collection_one: 'directus_groups' },
  { id: 9, collection_many: 'directus_revisions', field_many: 'activity', collection_one: 'directus_activity' },
  {
    id: 10,
    collection_many: 'directus_users',
    field_many: 'role',
    collection_one: 'directus_roles',
    field_one: 'users',
  },
  { id: 11, collection_many: 'directus_users', field_many: 'avatar', collection_one: 'directus_files' },
];
