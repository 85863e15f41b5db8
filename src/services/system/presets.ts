import { unknownName } from '../../query/plan/write/doubts.ts';
import type { WriteRules } from './rules.ts';

/** Preferences of lists: those of a collection, for a user, a role or everybody. */
export const presetsRules: WriteRules = {
  references: { user: 'directus_users', role: 'directus_roles' },
  doubts: ({ store }, { collection }) =>
    unknownName('collection', 'collection', collection, store.catalog.schema.collections.keys()),
};
