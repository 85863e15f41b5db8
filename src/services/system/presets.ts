import { unknownName } from '../../query/plan/write/warnings.ts';
import type { WriteRules } from './rules.ts';

/** The rules of list presets, each for a collection and for a user, a role or everyone. */
export const presetsRules: WriteRules = {
  references: { user: 'directus_users', role: 'directus_roles' },
  warnings: ({ store }, { collection }) =>
    unknownName('collection', 'collection', collection, store.catalog.schema.collections.keys()),
};
