import { PUBLIC_ROLE } from '../../permissions/roles.ts';

const readOnly = { role: PUBLIC_ROLE, create: 'none', read: 'full', update: 'none', delete: 'none' };

/** What anybody may read: published articles, their authors without e-mail addresses, and tags. */
export const publicPermissions: readonly Readonly<Record<string, unknown>>[] = [
  { ...readOnly, collection: 'articles', status: 'published' },
  { ...readOnly, collection: 'authors', read_field_blacklist: ['email'] },
  { ...readOnly, collection: 'tags' },
  { ...readOnly, collection: 'articles_tags' },
];
