import { PUBLIC_ROLE } from '../../permissions/roles.ts';

const readOnly = { role: PUBLIC_ROLE, create: 'none', read: 'full', update: 'none', delete: 'none' };

/**
 * What anybody may read: published articles with their translations and pictures, their authors without e-mail
 * addresses, and tags. Files are public, since a magazine only uploads what it prints.
 */
export const publicPermissions: readonly Readonly<Record<string, unknown>>[] = [
  { ...readOnly, collection: 'articles', status: 'published' },
  { ...readOnly, collection: 'authors', read_field_blacklist: ['email'] },
  { ...readOnly, collection: 'tags' },
  { ...readOnly, collection: 'articles_tags' },
  { ...readOnly, collection: 'articles_translations' },
  { ...readOnly, collection: 'directus_files', read_field_blacklist: ['uploaded_by'] },
];

/** Translations of drafts are no more public than the drafts. */
export const publicRule = {
  role: PUBLIC_ROLE,
  collection: 'articles_translations',
  action: 'read',
  filter: { 'article.status': { eq: 'published' } },
};
